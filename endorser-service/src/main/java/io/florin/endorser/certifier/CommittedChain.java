package io.florin.endorser.certifier;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.ps.BlindedToken;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockFlaw;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.StateHash;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The chain as far as it is certified by the ordering parties **and** settled by the certifier's own committer. Only
/// what both say is committed comes out of it. Pure; one thread at a time.
///
/// | what is offered | answer |
/// |---|---|
/// | a block that is not the next certified one ([ChainTip][io.florin.ledger.block.ChainTip]) | flaw of the block |
/// | statuses of another block or committer, or not signed by it over exactly this block's transactions | flaw of the statuses |
/// | "committed" of what is not endorsed, of another configuration, expired or not signed off ([CommitConditions]) | flaw of the statuses |
/// | a state hash that is not what the block and all before it come to by the committer's own statuses | flaw of the statuses |
/// | the next block with its statuses | its committed outputs |
///
/// A flaw changes nothing: the certifier asks another party, or waits. What else it takes to be committed, that nothing
/// it spends is spent already, whoever keeps all of it says of [Offer.Settled#once].
///
/// The state hash is calculated here and never taken over. So a committer that told this certifier something else about
/// one block than the world must go on to sign for it another state hash than for the world with every later block: any
/// later checkpoint that an auditor is shown gives it away (ADR 0048).
public final class CommittedChain {

    private final NetworkId network;
    private final int committer;
    private ChainPosition position;

    /// @param committer index in the configuration of the only committer that is believed
    public CommittedChain(NetworkId network, int committer, ChainPosition position) {
        this.network = network;
        this.committer = committer;
        this.position = position;
    }

    public ChainPosition position() {
        return position;
    }

    /// What a block and its statuses come to.
    public sealed interface Offer {

        /// @param after the position to [#moveTo] once the outputs are certified
        /// @param once what these transactions did that happens once in all time
        /// @param noPoints outputs that are committed and are no points of the group, which nobody signs: what a share
        ///     did to them would tell of the share
        record Settled(ChainPosition after, List<CommittedOutput> outputs, List<Once> once, List<OutputName> noPoints)
                implements Offer {}

        /// The block proves nothing.
        record NotNext(BlockFlaw flaw) implements Offer {}

        /// The committer's word proves nothing about the block.
        record StatusFlaw(String reason) implements Offer {}
    }

    /// A key that was absent and stands for ever after: a serial number, or the record of an issue or a redemption. No
    /// other transaction can be committed that needs it to be absent.
    public record Once(NamespaceId namespace, StateKey key, TransactionId transaction) {}

    /// Where an output stands.
    public record OutputName(TransactionId transaction, int output) {}

    /// What a committer says of a block.
    ///
    /// @param committer index in the configuration
    /// @param statuses of all transactions in order
    /// @param signature over the checkpoint
    public record Word(Checkpoint checkpoint, int committer, List<TransactionStatus> statuses, Bytes signature) {
        public Word {
            statuses = List.copyOf(statuses);
        }
    }

    /// What the next block comes to; nothing changes.
    public Offer offer(Block block, Word word) {
        Optional<BlockFlaw> flaw = position.tip(network).flaw(block);
        if (flaw.isPresent()) {
            return new Offer.NotNext(flaw.get());
        }
        List<OrderedTransaction> transactions = OrderedTransaction.of(block.entries());
        Optional<String> lie = statusFlaw(block, transactions, word);
        if (lie.isPresent()) {
            return new Offer.StatusFlaw(lie.get());
        }
        List<OrderedTransaction> said = committed(transactions, word.statuses());
        Optional<String> impossible = new CommitConditions(
                        network, position.configuration(), block.header().number())
                .flaw(said);
        if (impossible.isPresent()) {
            return new Offer.StatusFlaw(impossible.get());
        }
        List<SettlementTransaction> committed =
                said.stream().map(each -> each.transaction().orElseThrow()).toList();
        Bytes32 stateHash = StateHash.next(
                position.stateHash(),
                block.header().number(),
                block.header().hash(),
                word.checkpoint().statusRoot(),
                committed);
        return stateHash.equals(word.checkpoint().stateHash())
                ? settled(block, stateHash, committed)
                : new Offer.StatusFlaw("the state hash does not follow from the block before");
    }

    /// Goes on behind a block whose outputs are certified.
    public void moveTo(ChainPosition after) {
        position = after;
    }

    /// The committer's signature is over the root of all outcomes: index, status, id and digest of each transaction.
    /// What they are of, the block says; so a word about other transactions has another root.
    private Optional<String> statusFlaw(Block block, List<OrderedTransaction> transactions, Word word) {
        Checkpoint checkpoint = word.checkpoint();
        if (!checkpoint.network().equals(network)
                || !checkpoint.headerHash().equals(block.header().hash())
                || checkpoint.number() != block.header().number()) {
            return Optional.of("of another block");
        }
        if (word.statuses().size() != transactions.size()) {
            return Optional.of("not of all transactions of the block");
        }
        List<TransactionOutcome> outcomes = new ArrayList<>();
        for (int i = 0; i < transactions.size(); i++) {
            OrderedTransaction transaction = transactions.get(i);
            Optional<TransactionId> id = transaction.transaction().map(SettlementTransaction::id);
            TransactionStatus status = word.statuses().get(i);
            if (status.isCommitted() && id.isEmpty()) {
                return Optional.of("bytes that are no transaction cannot commit");
            }
            outcomes.add(new TransactionOutcome(
                    transaction.index(),
                    status,
                    id,
                    Sha256.hash(transaction.raw().toArray())));
        }
        boolean authentic = word.committer() == committer
                && new BlockStatuses(checkpoint, outcomes, committer, word.signature())
                        .isAuthentic(position.configuration());
        return authentic ? Optional.empty() : Optional.of("not signed by the own committer");
    }

    private static List<OrderedTransaction> committed(
            List<OrderedTransaction> transactions, List<TransactionStatus> statuses) {
        List<OrderedTransaction> committed = new ArrayList<>();
        for (int i = 0; i < transactions.size(); i++) {
            if (statuses.get(i).isCommitted()) {
                committed.add(transactions.get(i));
            }
        }
        return committed;
    }

    private Offer settled(Block block, Bytes32 stateHash, List<SettlementTransaction> committed) {
        List<CommittedOutput> outputs = new ArrayList<>();
        List<Once> once = new ArrayList<>();
        List<OutputName> noPoints = new ArrayList<>();
        NetworkConfiguration configuration = position.configuration();
        for (SettlementTransaction transaction : committed) {
            take(transaction, outputs, noPoints);
            takeOnce(transaction, once);
            configuration = transaction.newConfiguration().orElse(configuration);
        }
        var after = new ChainPosition(block.header().number(), block.header().hash(), stateHash, configuration);
        return new Offer.Settled(after, outputs, once, noPoints);
    }

    private static void takeOnce(SettlementTransaction transaction, List<Once> once) {
        for (Write write : transaction.writes()) {
            boolean first = switch (write) {
                case Write.Serial _ -> true;
                case Write.Put _ -> transaction.versionAfter(write) == Read.FIRST;
                case Write.Spend _, Write.Output _, Write.HiddenOutput _ -> false;
            };
            if (first) {
                once.add(new Once(transaction.namespace(), transaction.keyOf(write), transaction.id()));
            }
        }
    }

    private static void take(
            SettlementTransaction transaction, List<CommittedOutput> outputs, List<OutputName> noPoints) {
        List<Bytes32> context =
                transaction.reads().stream().map(Read::key).map(StateKey::value).toList();
        for (Write.HiddenOutput output : transaction.hiddenOutputs()) {
            try {
                if (output.token().model() == PrivacyModel.UNLINKABLE
                        && output.token().open() instanceof HiddenToken.Unlinkable(var owner, var value)) {
                    outputs.add(new CommittedOutput(
                            transaction.id(),
                            output.index(),
                            transaction.namespace(),
                            context,
                            new BlindedToken(owner, value)));
                }
            } catch (DecodeException endorsedAllTheSame) {
                noPoints.add(new OutputName(transaction.id(), output.index()));
            }
        }
    }
}

package io.florin.certifier;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.ps.BlindedToken;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockFlaw;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import io.florin.ledger.status.SettledBlock;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.status.TransactionOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The chain as far as it is certified by the ordering parties **and** settled by the certifier's own committer. Only
/// what both say is committed comes out of it. Pure; one thread at a time.
///
/// | what is offered | answer |
/// |---|---|
/// | a block that is not the next certified one ([ChainTip][io.florin.ledger.block.ChainTip]) | flaw of the block |
/// | a result of another block, of other transactions than the block's, or signed by another committer | flaw of the statuses |
/// | "committed" of what is not endorsed, of another configuration, expired or not signed off ([CommitConditions]) | flaw of the statuses |
/// | the next block with its result | its committed outputs |
///
/// A flaw changes nothing: the certifier asks another party, or waits. That a result is signed and follows from those
/// before is proved before it comes here ([io.florin.ledger.status.ResultTip]). What else it takes to be committed,
/// that nothing it spends is spent already, whoever keeps all of it says of [Offer.Settled#once].
///
/// The state hash is calculated from the committer's own results and never taken over. So a committer that told this
/// certifier something else about one block than the world must go on to sign for it another state hash than for the
/// world with every later block: any later checkpoint that an auditor is shown gives it away (ADR 0048).
public final class CommittedChain {

    private final int committer;
    private ChainPosition position;

    /// @param committer index in the configuration of the only committer that is believed
    public CommittedChain(int committer, ChainPosition position) {
        this.committer = committer;
        this.position = position;
    }

    public ChainPosition position() {
        return position;
    }

    /// Outcome of offering a block with its statuses.
    public sealed interface Offer {

        /// @param after the position to [#moveTo] once the outputs are certified
        /// @param once what these transactions did that happens once in all time
        /// @param noPoints outputs that are committed and are no points of the group, which nobody signs: what a share
        ///     did to them would tell of the share
        record Settled(ChainPosition after, List<CommittedOutput> outputs, List<Once> once, List<OutputName> noPoints)
                implements Offer {}

        /// The block proves nothing.
        record NotNext(BlockFlaw flaw) implements Offer {}

        /// The committer's result proves nothing about the block.
        record StatusFlaw(String reason) implements Offer {}
    }

    /// A key that was absent and stands for ever after: a serial number, or the record of an issue or a redemption. No
    /// other transaction can be committed that needs it to be absent.
    public record Once(NamespaceId namespace, StateKey key, TransactionId transaction) {}

    /// Place of an output.
    public record OutputName(TransactionId transaction, int output) {}

    /// Outcome of the next block; nothing changes.
    ///
    /// @param result proved to follow from the position
    public Offer offer(Block block, SettledBlock result) {
        Optional<BlockFlaw> flaw = position.blocks().flaw(block);
        if (flaw.isPresent()) {
            return new Offer.NotNext(flaw.get());
        }
        List<OrderedTransaction> ordered = OrderedTransaction.of(block.entries());
        Optional<String> lie = lie(block, ordered, result);
        if (lie.isPresent()) {
            return new Offer.StatusFlaw(lie.get());
        }
        List<OrderedTransaction> said = ordered.stream()
                .filter(each -> result.transactions()
                        .get((int) each.index())
                        .committed()
                        .isPresent())
                .toList();
        return new CommitConditions(position.results().network(), position.configuration(), result.number())
                .flaw(said)
                .<Offer>map(Offer.StatusFlaw::new)
                .orElseGet(() -> settled(block, result));
    }

    /// Goes on behind a block whose outputs are certified.
    public void moveTo(ChainPosition after) {
        position = after;
    }

    /// The committer's signature is over index, status, id and digest of each transaction. What they are of, the block
    /// says.
    private Optional<String> lie(Block block, List<OrderedTransaction> ordered, SettledBlock result) {
        if (result.signed().signature().committer() != committer) {
            return Optional.of("not signed by the own committer");
        }
        if (!result.checkpoint().headerHash().equals(block.header().hash())) {
            return Optional.of("of another block");
        }
        boolean ofAll = ordered.size() == result.transactions().size()
                && ordered.stream()
                        .allMatch(each -> isOf(
                                each,
                                result.transactions().get((int) each.index()).outcome()));
        return ofAll ? Optional.empty() : Optional.of("not of all transactions of the block");
    }

    private static boolean isOf(OrderedTransaction ordered, TransactionOutcome outcome) {
        return outcome.index() == ordered.index()
                && outcome.id().equals(ordered.transaction().map(SettlementTransaction::id))
                && outcome.digest().equals(Sha256.hash(ordered.raw().toArray()));
    }

    private static Offer settled(Block block, SettledBlock result) {
        List<CommittedOutput> outputs = new ArrayList<>();
        List<Once> once = new ArrayList<>();
        List<OutputName> noPoints = new ArrayList<>();
        for (SettledTransaction settled : result.committed()) {
            SettlementTransaction transaction = settled.committed().orElseThrow();
            take(transaction, outputs, noPoints);
            takeOnce(transaction, once);
        }
        return new Offer.Settled(new ChainPosition(block.header().hash(), result.after()), outputs, once, noPoints);
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

package io.florin.ledger.status;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.Receipt.CommitterSignature;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A follower's position in what committers say of blocks, and the rule that tells the next result. It begins at
/// genesis, and nothing of a result is believed that the signatures do not prove:
///
/// | part of a result | proved by |
/// |---|---|
/// | statuses | the status root of the checkpoint, which g + 1 committers signed (protocol decision 21) |
/// | committed transactions | their digests in the statuses, one for each that is committed and no others |
/// | that nothing came before and is not known here | the state hash, calculated here from the one before |
/// | the configuration for the next block | the committed change that made it |
///
/// @param number last block, 0 before the first
/// @param stateHash after it
/// @param configuration in force for the next block
public record ResultTip(NetworkId network, long number, Bytes32 stateHash, NetworkConfiguration configuration) {

    /// The reason where the checkpoint lacks the signature of the committer that it names.
    public static final String NOT_SIGNED = "not signed by a committer";

    /// Before the first block.
    public static ResultTip of(Genesis genesis) {
        return new ResultTip(
                genesis.networkId(),
                0,
                StateHash.ofGenesis(genesis.networkId(), genesis.configuration()),
                genesis.configuration());
    }

    /// Verdict on a result.
    public sealed interface Judged {

        /// The block did this.
        record Settled(SettledBlock block) implements Judged {}

        /// Nothing is wrong with the signatures that are there, and too few committers have signed it yet: others may
        /// be behind. The rest of the result was not looked at.
        ///
        /// @param signed committers that signed it
        /// @param needed committers of which one at least does not lie
        record Unconfirmed(int signed, int needed) implements Judged {}

        /// The result proves nothing.
        record Flawed(String reason) implements Judged {}
    }

    /// @param others signatures of other committers over the same checkpoint; those that are none count for nothing
    public Judged judge(BlockResult result, Collection<CommitterSignature> others) {
        BlockStatuses statuses = result.statuses();
        Checkpoint checkpoint = statuses.checkpoint();
        if (!checkpoint.network().equals(network) || checkpoint.number() != number + 1) {
            return new Judged.Flawed("of another block than the next one");
        }
        if (!statuses.isAuthentic(configuration)) {
            return new Judged.Flawed(NOT_SIGNED);
        }
        int needed = configuration.committers().liars() + 1;
        int signed = signers(statuses, others);
        if (signed < needed) {
            return new Judged.Unconfirmed(signed, needed);
        }
        Optional<List<SettledTransaction>> read = result.transactions();
        if (read.isEmpty()) {
            return new Judged.Flawed("the transactions are not those of the statuses");
        }
        List<SettlementTransaction> committed =
                read.get().stream().flatMap(each -> each.committed().stream()).toList();
        Bytes32 next = StateHash.next(
                stateHash, checkpoint.number(), checkpoint.headerHash(), checkpoint.statusRoot(), committed);
        if (!next.equals(checkpoint.stateHash())) {
            return new Judged.Flawed("the state hash does not follow from the block before");
        }
        Optional<NetworkConfiguration> inForce = configurationAfter(committed);
        if (inForce.isEmpty()) {
            return new Judged.Flawed("the configuration does not follow the one in force");
        }
        var after = new ResultTip(network, checkpoint.number(), checkpoint.stateHash(), inForce.get());
        return new Judged.Settled(new SettledBlock(statuses.signed(), read.get(), after));
    }

    private int signers(BlockStatuses statuses, Collection<CommitterSignature> others) {
        List<Bytes32> keys = configuration.committers().keys();
        byte[] message = statuses.checkpoint().signedMessage();
        Set<Integer> signers = new HashSet<>(Set.of(statuses.committer()));
        for (CommitterSignature other : others) {
            if (other.committer() < keys.size()
                    && !signers.contains(other.committer())
                    && Ed25519.verify(
                            keys.get(other.committer()),
                            message,
                            other.signature().toArray())) {
                signers.add(other.committer());
            }
        }
        return signers.size();
    }

    /// Empty where a change skips a version or names other committers, which never change (ADR 59): whoever took that
    /// over would believe whom one liar names.
    private Optional<NetworkConfiguration> configurationAfter(List<SettlementTransaction> committed) {
        NetworkConfiguration inForce = configuration;
        for (SettlementTransaction transaction : committed) {
            Optional<NetworkConfiguration> changed = transaction.newConfiguration();
            if (changed.isPresent()) {
                boolean follows = changed.get().version() == inForce.version() + 1
                        && changed.get().committers().equals(configuration.committers());
                if (!follows) {
                    return Optional.empty();
                }
                inForce = changed.get();
            }
        }
        return Optional.of(inForce);
    }
}

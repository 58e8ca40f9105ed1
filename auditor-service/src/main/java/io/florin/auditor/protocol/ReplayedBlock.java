package io.florin.auditor.protocol;

import io.florin.crypto.Bytes;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.block.Block;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.TransactionOutcome;
import java.util.List;

/// A block that the auditor checked and replayed.
///
/// @param encoded the block's bytes
/// @param checkpoint the ledger after it, by the auditor's own replay
/// @param outcomes of all its transactions, in order
/// @param committed the committed ones, in order
/// @param configuration in force for this block
public record ReplayedBlock(
        Block block,
        Bytes encoded,
        Checkpoint checkpoint,
        List<TransactionOutcome> outcomes,
        List<ReplayedTransaction> committed,
        NetworkConfiguration configuration) {
    public ReplayedBlock {
        outcomes = List.copyOf(outcomes);
        committed = List.copyOf(committed);
    }

    /// Hidden parameters of a namespace when the block came.
    public PrivacyModel model(NamespaceId namespace) {
        return model(configuration, namespace);
    }

    /// Hidden parameters of a namespace under a configuration.
    public static PrivacyModel model(NetworkConfiguration configuration, NamespaceId namespace) {
        return configuration
                .namespace(namespace)
                .filter(found -> found.hidden().isPresent())
                .map(found -> PrivacyModel.ofRulesVersion(found.rulesVersion()))
                .orElse(PrivacyModel.CLEAR);
    }

    public long number() {
        return checkpoint.number();
    }
}

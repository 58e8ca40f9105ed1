package io.florin.simulation.committer;

import io.florin.committer.protocol.CheckedBlock;
import io.florin.committer.protocol.VerifiedTransaction;
import io.florin.committer.verifier.SignatureVerifier;
import io.florin.crypto.Bytes;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Verdicts of the committer's verifier on a block under a configuration. They depend on nothing else, so the real
/// verifier is asked once, however many committers ask, and however often they begin again.
public final class BlockChecks {
    private final SignatureVerifier verifier;
    private final Map<Asked, List<VerifiedTransaction>> known = new HashMap<>();

    /// All that the answer depends on.
    private record Asked(List<Bytes> entries, long number, NetworkConfiguration configuration) {}

    public BlockChecks(NetworkId network) {
        this.verifier = new SignatureVerifier(network);
    }

    List<VerifiedTransaction> of(CheckedBlock block) {
        return known.computeIfAbsent(
                new Asked(block.block().entries(), block.number(), block.configuration()),
                asked -> verifier.verify(asked.entries, asked.number, asked.configuration, new Random(asked.number)));
    }
}

package io.florin.simulation.committer;

import io.florin.committer.protocol.CheckedBlock;
import io.florin.committer.protocol.VerifiedTransaction;
import io.florin.committer.verifier.SignatureVerifier;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// What the committer's verifier says of a block under a configuration. It depends on nothing else, so the real
/// verifier is asked once, however many committers ask, and however often they begin again.
public final class BlockChecks {
    private final SignatureVerifier verifier;
    private final Map<Asked, List<VerifiedTransaction>> known = new HashMap<>();

    private record Asked(Bytes32 headerHash, long configuration) {}

    public BlockChecks(NetworkId network) {
        this.verifier = new SignatureVerifier(network);
    }

    List<VerifiedTransaction> of(CheckedBlock block) {
        return known.computeIfAbsent(
                new Asked(block.headerHash(), block.configuration().version()),
                asked -> verifier.verify(
                        block.block().entries(), block.number(), block.configuration(), new Random(block.number())));
    }
}

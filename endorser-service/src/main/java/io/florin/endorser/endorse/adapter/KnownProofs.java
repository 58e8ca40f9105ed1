package io.florin.endorser.endorse.adapter;

import io.florin.crypto.Bytes32;
import io.florin.ledger.rules.VerifiedProofs;
import java.util.LinkedHashSet;
import java.util.SequencedSet;

/// The proofs verified last, so that a payment is verified once whether it comes from its payer, in a peer's proposal,
/// or again. The oldest goes first.
public final class KnownProofs implements VerifiedProofs {

    private final int sizeMax;
    private final SequencedSet<Bytes32> known = new LinkedHashSet<>();

    public KnownProofs(int sizeMax) {
        this.sizeMax = sizeMax;
    }

    @Override
    public synchronized boolean contains(Bytes32 proof) {
        return known.contains(proof);
    }

    @Override
    public synchronized void add(Bytes32 proof) {
        known.add(proof);
        if (known.size() > sizeMax) {
            known.removeFirst();
        }
    }
}

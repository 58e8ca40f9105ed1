package io.florin.crypto.threshold;

import io.florin.crypto.Bytes;
import java.util.List;
import java.util.Optional;

/// A holder of a BLS key share: it needs no preparation and keeps no state, so it may answer as often as it is asked.
public record BlsGroupSigner(KeyShare share) implements GroupSigner {
    @Override
    public int index() {
        return share.index();
    }

    @Override
    public Bytes prepare(List<Integer> signers) {
        return Bytes.EMPTY;
    }

    @Override
    public Optional<Bytes> sign(SigningOrder order) {
        if (!order.signers().contains(share.index())) {
            return Optional.empty();
        }
        SignatureShare signed = ThresholdBls.signShare(share, order.message().toArray());
        return Optional.of(signed.signature().bytes());
    }
}

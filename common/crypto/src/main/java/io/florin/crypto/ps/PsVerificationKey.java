package io.florin.crypto.ps;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.G2;
import io.florin.crypto.group.PairingProduct;
import io.florin.crypto.group.PreparedG2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.shamir.Shares;
import java.util.List;

/// What one certifier's shares are checked with: X~i and Y~k,i, from the key generation. Immutable; any thread.
public final class PsVerificationKey {
    private final int index;
    private final PreparedG2 x;
    private final List<PreparedG2> y;

    private PsVerificationKey(int index, PreparedG2 x, List<PreparedG2> y) {
        this.index = index;
        this.x = x;
        this.y = y;
    }

    /// @throws IllegalArgumentException if the index is out of range or there are not three components
    public static PsVerificationKey of(int index, G2 x, List<G2> y) {
        Shares.requireIndex(index);
        if (y.size() != PsPublicKey.MESSAGES) {
            throw new IllegalArgumentException("not a key on three scalars");
        }
        return new PsVerificationKey(
                index, PreparedG2.of(x), y.stream().map(PreparedG2::of).toList());
    }

    public int index() {
        return index;
    }

    /// e(σ, g~) = e(H, X~ + r·Y~r) · e(A, Y~e) · e(B, Y~v).
    boolean accepts(TokenBase base, BlindedToken token, G1 share) {
        Scalar seed = base.seed();
        return new PairingProduct()
                .add(share.negate(), PreparedG2.generator())
                .add(base.point(), x)
                .add(token.owner(), y.get(0))
                .add(token.value(), y.get(1))
                .add(seed, base.point(), y.get(2))
                .isOne();
    }
}

package io.florin.crypto.ps;

import io.florin.crypto.group.G1;
import io.florin.crypto.group.G2;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.shamir.Shares;
import java.util.List;

/// A certifier's share of the key: x, ye, yv, yr at its index. Any thread; it prints only its index.
///
/// It signs whatever it is given. What may be signed, a committed output whose opening was proven, and once for each
/// base, is [Certifier]'s matter.
public final class PsKeyShare {
    private final int index;
    private final Scalar x;
    private final List<Scalar> y;

    /// @throws IllegalArgumentException if the index is out of range or there are not three components
    public PsKeyShare(int index, Scalar x, List<Scalar> y) {
        Shares.requireIndex(index);
        if (y.size() != PsPublicKey.MESSAGES) {
            throw new IllegalArgumentException("not a share on three scalars");
        }
        this.index = index;
        this.x = x;
        this.y = List.copyOf(y);
    }

    /// The certifier's index, from 1.
    public int index() {
        return index;
    }

    /// Key with which others check its signatures.
    public PsVerificationKey verificationKey() {
        G2 generator = G2.generator();
        return PsVerificationKey.of(
                index,
                generator.multiply(x),
                y.stream().map(generator::multiply).toList());
    }

    /// σ = (x + r·yr)·H + ye·A + yv·B, in constant time.
    G1 sign(TokenBase base, BlindedToken token) {
        Scalar ofBase = x.add(base.seed().multiply(y.get(2)));
        return G1.sumOfSecretProducts(
                List.of(ofBase, y.get(0), y.get(1)), List.of(base.point(), token.owner(), token.value()));
    }

    @Override
    public String toString() {
        return "PsKeyShare[" + index + "]";
    }
}

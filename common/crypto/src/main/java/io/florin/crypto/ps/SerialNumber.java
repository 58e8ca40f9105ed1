package io.florin.crypto.ps;

import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.sigma.LinearRelation;

/// Trace of a spent token: sn = (K + r)⁻¹·Gn, the Dodis–Yampolskiy function of the owner's key K and the token's seed r
/// (PKC 2005). Unique for each token of an owner, and without K not to be told from random (DDHI).
///
/// Always a point of the prime-order group other than the identity: a point outside it would be a second serial number
/// of the same token, which spends it twice.
public record SerialNumber(G1 point) {
    /// @throws IllegalArgumentException if it is the identity
    public SerialNumber {
        if (point.isIdentity()) {
            throw new IllegalArgumentException("no serial number is the identity");
        }
    }

    /// The serial number of a token, in constant time.
    ///
    /// @throws ArithmeticException if K + r is zero, which happens by chance once in 2²⁵⁵
    public static SerialNumber of(Scalar ownerKey, Scalar seed) {
        return new SerialNumber(Generators.SERIAL.multiply(ownerKey.add(seed).invert()));
    }

    /// Reads 48 bytes.
    ///
    /// @throws IllegalArgumentException if they are anything but the canonical encoding of a point of the group other
    /// than the identity
    public static SerialNumber decode(byte[] encoded) {
        if (encoded.length != G1.SIZE) {
            throw new IllegalArgumentException("48 bytes expected, got " + encoded.length);
        }
        return new SerialNumber(G1.decode(encoded));
    }

    /// The compressed point, 48 bytes: the one encoding there is, of which the state key is a hash.
    public byte[] encode() {
        return point.encode();
    }

    /// Adds Gn = K·sn + r·sn to a relation.
    ///
    /// @param serialBase the element Gn of the relation
    /// @param ownerKey the relation's scalar K, bound by the credential
    /// @param seed the relation's scalar r, bound by the certifiers' signature
    public void addTo(LinearRelation.Builder relation, int serialBase, int ownerKey, int seed) {
        int serial = relation.element(point);
        relation.equation(serialBase, LinearRelation.term(ownerKey, serial), LinearRelation.term(seed, serial));
    }
}

package io.florin.crypto.shamir;

/// A group of prime order in which discrete logarithms are hard, written additively.
///
/// What is generic over groups (sharing, key generation, proofs of possession) is written against this; each curve
/// implements it beside its own typed arithmetic.
public interface PrimeGroup {
    /// A name that is part of transcripts and never changes.
    String name();

    /// The field of the scalars, whose modulus is the group's order.
    PrimeField scalars();

    GroupElement identity();

    GroupElement generator();

    /// Bytes in an encoded element.
    int encodedSize();

    /// Reads an element.
    ///
    /// @throws IllegalArgumentException unless the bytes are the canonical encoding of an element of the group
    /// other than the identity
    GroupElement decode(byte[] encoded);
}

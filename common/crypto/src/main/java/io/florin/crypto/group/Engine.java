package io.florin.crypto.group;

import java.util.List;

/// An implementation of BLS12-381. Points are arrays of words, the affine coordinates in Montgomery form (times 2³⁸⁴,
/// modulo p, little-endian words; in G2 the real part first), all zero for the identity; scalars are four little-endian
/// words below q. So points made by one engine are good for another. Stateless; any thread.
interface Engine {
    /// The engine of this JVM: blst where it loads, otherwise the slow one.
    static Engine current() {
        return Engines.CURRENT;
    }

    /// For people: which implementation this is.
    String name();

    /// The curve of G1, points of 12 words.
    CurveEngine g1();

    /// The curve of G2, points of 24 words.
    CurveEngine g2();

    /// Precomputation that makes pairings with this point of G2 cheaper.
    Lines prepare(long[] g2);

    /// Whether Π e(pointᵢ, Qᵢ) = 1, where linesᵢ come from this engine's [#prepare] of Qᵢ; with the identity on either
    /// side a factor is one. Not constant time.
    boolean pairingProductIsOne(List<long[]> g1, List<Lines> lines);

    /// A prepared point of G2.
    interface Lines {}
}

/// Sigma protocols for linear relations over G1, as in draft-irtf-cfrg-sigma-protocols: one relation, one prover,
/// two serialisations of the proof. Every proof of knowledge of the platform is an instance.
@NullMarked
package io.florin.crypto.sigma;

import org.jspecify.annotations.NullMarked;

/// Passive audit: twisted ElGamal over the commitments of a transaction, its threshold decryption with proofs of
/// correct shares, and discrete logarithms of small numbers.
@NullMarked
package io.florin.crypto.elgamal;

import org.jspecify.annotations.NullMarked;

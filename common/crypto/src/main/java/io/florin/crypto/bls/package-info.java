/// BLS signatures on BLS12-381 with signatures in G1 (48 bytes) and public keys in G2 (96 bytes), on the group layer.
@NullMarked
package io.florin.crypto.bls;

import org.jspecify.annotations.NullMarked;

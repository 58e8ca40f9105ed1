/// Keys that nobody ever holds whole: Pedersen's distributed key generation with Feldman's commitments, proofs of
/// possession and public blame, over any group; share refresh and key epochs.
@NullMarked
package io.florin.crypto.dkg;

import org.jspecify.annotations.NullMarked;

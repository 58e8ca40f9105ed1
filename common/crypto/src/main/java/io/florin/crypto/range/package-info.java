/// Proofs that committed values lie between 0 and a power of two: one interface, and aggregated Bulletproofs.
@NullMarked
package io.florin.crypto.range;

import org.jspecify.annotations.NullMarked;

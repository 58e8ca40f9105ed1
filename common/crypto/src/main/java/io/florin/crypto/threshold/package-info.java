/// Threshold BLS, where any t of n holders make the one signature of the group, and the ledger that keeps one-time
/// secrets of the interactive schemes from being used twice.
@NullMarked
package io.florin.crypto.threshold;

import org.jspecify.annotations.NullMarked;

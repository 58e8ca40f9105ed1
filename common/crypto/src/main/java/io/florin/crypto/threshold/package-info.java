/// Threshold BLS: a dealer shares a key, any t of n holders make the one signature of the group.
@NullMarked
package io.florin.crypto.threshold;

import org.jspecify.annotations.NullMarked;

/// Ceremonies between organisations that exchange files: a board directory that all can read and write, and each
/// participant's own place, which survives a crash between any two steps.
@NullMarked
package io.florin.identity.seat;

import org.jspecify.annotations.NullMarked;

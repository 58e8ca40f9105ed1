/// Canonical binary encoding: one value has exactly one encoding, and a reader accepts nothing else.
@NullMarked
package io.florin.ledger.codec;

import org.jspecify.annotations.NullMarked;

/// Recorded encodings of every wire format, and the properties every decoder has.
@NullMarked
package io.florin.ledger.vectors;

import org.jspecify.annotations.NullMarked;

/// Turns decisions of a consensus into headers; the consensus itself stands behind an interface.
@NullMarked
package io.florin.ordering.consenter;

import org.jspecify.annotations.NullMarked;

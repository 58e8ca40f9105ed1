/// Builds the features and joins them.
@NullMarked
package io.florin.ordering.wiring;

import org.jspecify.annotations.NullMarked;

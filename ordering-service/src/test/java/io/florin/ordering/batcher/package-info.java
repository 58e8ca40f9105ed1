/// Tests of the batcher.
@NullMarked
package io.florin.ordering.batcher;

import org.jspecify.annotations.NullMarked;

/// Packs bundles into batches by bytes and time.
@NullMarked
package io.florin.ordering.batcher;

import org.jspecify.annotations.NullMarked;

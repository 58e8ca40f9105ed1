/// The log of certified blocks on disk and the index of their bundles.
@NullMarked
package io.florin.ordering.blockstore;

import org.jspecify.annotations.NullMarked;

/// Files and RocksDB of the block store.
@NullMarked
package io.florin.ordering.blockstore.adapter;

import org.jspecify.annotations.NullMarked;

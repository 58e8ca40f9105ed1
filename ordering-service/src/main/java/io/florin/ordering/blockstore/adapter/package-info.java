/// Files and RocksDB of the block store, and blocks over HTTP.
@NullMarked
package io.florin.ordering.blockstore.adapter;

import org.jspecify.annotations.NullMarked;

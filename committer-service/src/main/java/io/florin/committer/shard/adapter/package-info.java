/// State shards on RocksDB and consistent views of them.
@NullMarked
package io.florin.committer.shard.adapter;

import org.jspecify.annotations.NullMarked;

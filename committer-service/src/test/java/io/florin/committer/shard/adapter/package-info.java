/// State shards on RocksDB.
@NullMarked
package io.florin.committer.shard.adapter;

import org.jspecify.annotations.NullMarked;

/// State shards.
@NullMarked
package io.florin.committer.shard;

import org.jspecify.annotations.NullMarked;

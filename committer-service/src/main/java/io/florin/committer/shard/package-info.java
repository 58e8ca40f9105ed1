/// A slice of the state: prepares, votes, decides and applies.
@NullMarked
package io.florin.committer.shard;

import org.jspecify.annotations.NullMarked;

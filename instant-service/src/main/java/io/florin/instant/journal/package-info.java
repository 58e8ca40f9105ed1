/// The journal of one shard: what it has decided, in order, as others can compare it.
@NullMarked
package io.florin.instant.journal;

import org.jspecify.annotations.NullMarked;

/// Notices between shards of one authority, exactly once and in order: an outbox for each pair, whose records are kept
/// until the other shard has them on its disk.
@NullMarked
package io.florin.instant.inbox;

import org.jspecify.annotations.NullMarked;

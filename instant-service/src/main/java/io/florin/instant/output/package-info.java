/// Outputs of the rail: transactions that spend outputs of one owner or several, and make others (ACCEPT, paper 003),
/// the core of one shard of an authority. A rail has accounts or outputs, never both, for the windows of its shards
/// share their numbers.
@NullMarked
package io.florin.instant.output;

import org.jspecify.annotations.NullMarked;

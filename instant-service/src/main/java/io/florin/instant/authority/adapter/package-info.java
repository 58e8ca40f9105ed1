/// Threads and disks of an authority: a loop and a journal for each shard.
@NullMarked
package io.florin.instant.authority.adapter;

import org.jspecify.annotations.NullMarked;

/// An authority as a whole: its shards together, and whether it may sign.
@NullMarked
package io.florin.instant.authority;

import org.jspecify.annotations.NullMarked;

/// The authority's end of the channel: what callers may ask, and how their requests reach shards.
@NullMarked
package io.florin.instant.channel;

import org.jspecify.annotations.NullMarked;

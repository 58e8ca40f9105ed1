/// Tests of the channel.
@NullMarked
package io.florin.instant.channel;

import org.jspecify.annotations.NullMarked;

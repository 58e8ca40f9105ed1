/// Tests of the channel on real sockets.
@NullMarked
package io.florin.instant.channel.adapter;

import org.jspecify.annotations.NullMarked;

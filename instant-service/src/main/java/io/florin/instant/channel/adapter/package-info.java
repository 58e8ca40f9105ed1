/// Connections of clients and of other authorities.
@NullMarked
package io.florin.instant.channel.adapter;

import org.jspecify.annotations.NullMarked;

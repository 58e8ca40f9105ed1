/// Connections of the instant rail: frames in mutually authenticated TLS, and the asking end of such a connection.
@NullMarked
package io.florin.runtime.rail;

import org.jspecify.annotations.NullMarked;

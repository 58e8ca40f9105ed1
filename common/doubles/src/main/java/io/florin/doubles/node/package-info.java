/// Neighbours of endorsers and certifiers for their integration tests, on real ports with the network's own
/// certificates. Outside the services' packages, so that none takes them for its own parts.
@NullMarked
package io.florin.doubles.node;

import org.jspecify.annotations.NullMarked;

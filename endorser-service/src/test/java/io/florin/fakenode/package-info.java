/// Neighbours of an endorser for its integration tests, on real ports with the network's own certificates. Outside the
/// service's package, so that it does not take them for its own parts.
@NullMarked
package io.florin.fakenode;

import org.jspecify.annotations.NullMarked;

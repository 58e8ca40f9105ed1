/// The endorser service: checks client transactions, keeps them, and endorses them in bundles with its peers.
@NullMarked
package io.florin.endorser;

import org.jspecify.annotations.NullMarked;

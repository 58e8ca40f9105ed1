/// The certified header chain, the authority of ordering: votes and promises, quorum certificates, views and their
/// recovery.
@NullMarked
package io.florin.ordering.chain;

import org.jspecify.annotations.NullMarked;

/// The certified header chain, the authority of ordering: signing guard, quorum certificates, rounds and their
/// recovery.
@NullMarked
package io.florin.ordering.chain;

import org.jspecify.annotations.NullMarked;

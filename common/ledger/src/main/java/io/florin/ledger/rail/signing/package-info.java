/// Signatures of the instant rail's committee: what one authority says, and what a quorum of them says together, in
/// three schemes behind one interface.
@NullMarked
package io.florin.ledger.rail.signing;

import org.jspecify.annotations.NullMarked;

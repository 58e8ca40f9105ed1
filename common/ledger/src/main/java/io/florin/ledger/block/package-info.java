/// Blocks, their header chain and the quorum certificates of the ordering parties.
@NullMarked
package io.florin.ledger.block;

import org.jspecify.annotations.NullMarked;

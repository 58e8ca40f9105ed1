/// The ledger's vocabulary: identifiers and amounts that every transaction, block and status is made of.
@NullMarked
package io.florin.ledger;

import org.jspecify.annotations.NullMarked;

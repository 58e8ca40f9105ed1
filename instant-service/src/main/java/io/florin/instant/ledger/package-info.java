/// What the ledger's blocks say to a rail.
@NullMarked
package io.florin.instant.ledger;

import org.jspecify.annotations.NullMarked;

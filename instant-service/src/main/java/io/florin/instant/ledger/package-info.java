/// The ledger's blocks as a rail sees them.
@NullMarked
package io.florin.instant.ledger;

import org.jspecify.annotations.NullMarked;

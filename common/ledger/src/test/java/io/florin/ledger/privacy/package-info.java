/// Payments of hidden currencies: complete, and refused where anything is not as it was proven.
@NullMarked
package io.florin.ledger.privacy;

import org.jspecify.annotations.NullMarked;

/// Proves at every block that issued = outstanding + redeemed, and names the transaction that breaks it.
@NullMarked
package io.florin.auditor.supply;

import org.jspecify.annotations.NullMarked;

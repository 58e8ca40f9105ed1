/// Holding limits of the bank's own wallets: what would exceed one is refused, or moved to the deposit on receipt.
@NullMarked
package io.florin.bank.limits;

import org.jspecify.annotations.NullMarked;

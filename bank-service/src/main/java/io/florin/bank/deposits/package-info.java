/// Customers' ordinary money: funding wallets from it and defunding them into it.
@NullMarked
package io.florin.bank.deposits;

import org.jspecify.annotations.NullMarked;

/// Requests to change the supply, from a bank's wish to the ledger's word, and the reserves behind them.
@NullMarked
package io.florin.centralbank.supply;

import org.jspecify.annotations.NullMarked;

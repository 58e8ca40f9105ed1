/// The bank's own view of the ledger: its wallets' tokens, entries and notes, as of one block.
@NullMarked
package io.florin.bank.holdings;

import org.jspecify.annotations.NullMarked;

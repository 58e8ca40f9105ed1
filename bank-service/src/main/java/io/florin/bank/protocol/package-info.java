/// Values and interfaces that the bank's features share: wallets, holdings and final statuses.
@NullMarked
package io.florin.bank.protocol;

import org.jspecify.annotations.NullMarked;

/// What the bank's features tell each other: wallets, holdings and final statuses.
@NullMarked
package io.florin.bank.protocol;

import org.jspecify.annotations.NullMarked;

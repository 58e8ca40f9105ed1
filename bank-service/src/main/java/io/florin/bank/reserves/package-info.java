/// The bank's reserves at the central bank: withdrawing and redeeming digital currency.
@NullMarked
package io.florin.bank.reserves;

import org.jspecify.annotations.NullMarked;

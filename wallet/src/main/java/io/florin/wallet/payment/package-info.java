/// Payments and splits: from an instruction to signed client transactions.
@NullMarked
package io.florin.wallet.payment;

import org.jspecify.annotations.NullMarked;

/// The wallet's tokens and which of them a payment spends.
@NullMarked
package io.florin.wallet.tokens;

import org.jspecify.annotations.NullMarked;

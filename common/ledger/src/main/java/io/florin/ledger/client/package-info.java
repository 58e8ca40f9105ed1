/// Client transactions: what wallets and the central bank make, sign and hand to endorsers (paper 001, 5.1).
@NullMarked
package io.florin.ledger.client;

import org.jspecify.annotations.NullMarked;

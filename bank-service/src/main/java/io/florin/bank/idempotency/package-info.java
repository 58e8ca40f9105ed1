/// One answer for each key that a client made up, however often it asks.
@NullMarked
package io.florin.bank.idempotency;

import org.jspecify.annotations.NullMarked;

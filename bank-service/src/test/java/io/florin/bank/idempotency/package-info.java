/// Tests of the answers kept for keys.
@org.jspecify.annotations.NullMarked
package io.florin.bank.idempotency;

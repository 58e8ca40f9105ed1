/// Tests of how the bank finds and books its money.
@org.jspecify.annotations.NullMarked
package io.florin.bank.holdings;

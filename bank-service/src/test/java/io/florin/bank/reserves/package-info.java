/// Tests of the bank's supply orders.
@org.jspecify.annotations.NullMarked
package io.florin.bank.reserves;

/// Tests of the certification of the bank's tokens.
@org.jspecify.annotations.NullMarked
package io.florin.bank.certification;

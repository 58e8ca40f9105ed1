/// Tests of holding limits.
@org.jspecify.annotations.NullMarked
package io.florin.bank.limits;

/// Four eyes: one rule for all orders that move money, and the orders that wait for a second person.
@NullMarked
package io.florin.bank.approvals;

import org.jspecify.annotations.NullMarked;

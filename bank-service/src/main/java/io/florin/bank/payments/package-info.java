/// Payments of customers: accepted durably, planned, submitted, and followed to one final state.
@NullMarked
package io.florin.bank.payments;

import org.jspecify.annotations.NullMarked;

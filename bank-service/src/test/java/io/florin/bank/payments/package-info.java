@NullMarked
package io.florin.bank.payments;

import org.jspecify.annotations.NullMarked;

@NullMarked
package io.florin.bank.payments.adapter;

import org.jspecify.annotations.NullMarked;

/// Planted for the tests of the house rules.
@NullMarked
package io.florin.testkit.planted.clock.payment.adapter;

import org.jspecify.annotations.NullMarked;

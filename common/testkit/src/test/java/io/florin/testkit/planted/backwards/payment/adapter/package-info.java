/// Planted for the tests of the house rules.
@NullMarked
package io.florin.testkit.planted.backwards.payment.adapter;

import org.jspecify.annotations.NullMarked;

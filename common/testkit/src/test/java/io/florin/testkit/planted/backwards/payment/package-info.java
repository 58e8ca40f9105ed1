/// Planted for the tests of the house rules.
@NullMarked
package io.florin.testkit.planted.backwards.payment;

import org.jspecify.annotations.NullMarked;

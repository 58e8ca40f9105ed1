/// Planted for the tests of the house rules.
@NullMarked
package io.florin.testkit.planted.entangled.payment;

import org.jspecify.annotations.NullMarked;

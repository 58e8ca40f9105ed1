/// Planted for the tests of the house rules.
@NullMarked
package io.florin.testkit.planted.impure.wiring;

import org.jspecify.annotations.NullMarked;

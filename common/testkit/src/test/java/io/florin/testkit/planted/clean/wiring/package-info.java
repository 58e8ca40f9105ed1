/// Planted for the tests of the house rules.
@NullMarked
package io.florin.testkit.planted.clean.wiring;

import org.jspecify.annotations.NullMarked;

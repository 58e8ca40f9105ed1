/// Planted for the tests of the house rules.
@NullMarked
package io.florin.testkit.planted.impure;

import org.jspecify.annotations.NullMarked;

/// Planted for the tests of the house rules.
@NullMarked
package io.florin.testkit.planted.entangled.protocol;

import org.jspecify.annotations.NullMarked;

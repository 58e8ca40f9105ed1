/// Planted for the tests of the house rules.
@NullMarked
package io.florin.testkit.planted.clean.shard;

import org.jspecify.annotations.NullMarked;

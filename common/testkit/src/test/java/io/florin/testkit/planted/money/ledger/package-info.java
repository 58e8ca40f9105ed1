/// Planted for the tests of the house rules.
@NullMarked
package io.florin.testkit.planted.money.ledger;

import org.jspecify.annotations.NullMarked;

/// Breaches of the house rules, each in a package of its own, and a small clean service.
@NullMarked
package io.florin.testkit.planted;

import org.jspecify.annotations.NullMarked;

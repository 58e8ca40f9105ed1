/// Tests of settings.
@NullMarked
package io.florin.ordering.wiring;

import org.jspecify.annotations.NullMarked;

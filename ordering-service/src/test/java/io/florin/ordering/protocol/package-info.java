/// Tests of the package.
@NullMarked
package io.florin.ordering.protocol;

import org.jspecify.annotations.NullMarked;

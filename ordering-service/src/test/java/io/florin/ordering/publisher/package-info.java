/// Tests of the package.
@NullMarked
package io.florin.ordering.publisher;

import org.jspecify.annotations.NullMarked;

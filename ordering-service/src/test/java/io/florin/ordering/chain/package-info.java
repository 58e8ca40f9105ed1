/// Tests of the package.
@NullMarked
package io.florin.ordering.chain;

import org.jspecify.annotations.NullMarked;

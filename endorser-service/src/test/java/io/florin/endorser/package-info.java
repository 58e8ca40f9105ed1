/// Tests of this package.
@NullMarked
package io.florin.endorser;

import org.jspecify.annotations.NullMarked;

/// Tests of this package.
@NullMarked
package io.florin.endorser.gather;

import org.jspecify.annotations.NullMarked;

/// Tests of this package.
@NullMarked
package io.florin.endorser.protocol;

import org.jspecify.annotations.NullMarked;

/// Tests of this package.
@NullMarked
package io.florin.endorser.endorse;

import org.jspecify.annotations.NullMarked;

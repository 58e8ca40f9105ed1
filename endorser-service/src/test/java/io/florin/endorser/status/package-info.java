/// Tests of this package.
@NullMarked
package io.florin.endorser.status;

import org.jspecify.annotations.NullMarked;

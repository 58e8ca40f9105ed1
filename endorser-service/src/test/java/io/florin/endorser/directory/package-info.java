/// Tests of this package.
@NullMarked
package io.florin.endorser.directory;

import org.jspecify.annotations.NullMarked;

/// Tests of the certifier.
@NullMarked
package io.florin.certifier;

import org.jspecify.annotations.NullMarked;

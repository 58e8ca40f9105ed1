/// Tests of the certifier.
@NullMarked
package io.florin.endorser.certifier;

import org.jspecify.annotations.NullMarked;

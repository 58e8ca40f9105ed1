/// The bases that all commitments of the platform share.
@NullMarked
package io.florin.crypto.commitment;

import org.jspecify.annotations.NullMarked;

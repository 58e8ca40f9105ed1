/// SHA-256 and HKDF-SHA-256: every digest and every derived key of the platform comes from here.
@NullMarked
package io.florin.crypto.hash;

import org.jspecify.annotations.NullMarked;

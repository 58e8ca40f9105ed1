/// Gathers submissions into bundles, shares into signatures, and follows bundles until they are final.
@NullMarked
package io.florin.endorser.gather;

import org.jspecify.annotations.NullMarked;

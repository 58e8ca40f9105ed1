/// Wiring of an authority.
@NullMarked
package io.florin.instant.wiring;

import org.jspecify.annotations.NullMarked;

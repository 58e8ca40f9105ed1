/// Owners that may pay, as registration's records say.
@NullMarked
package io.florin.instant.standing;

import org.jspecify.annotations.NullMarked;

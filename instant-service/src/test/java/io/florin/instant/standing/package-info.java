/// Tests of standings.
@NullMarked
package io.florin.instant.standing;

import org.jspecify.annotations.NullMarked;

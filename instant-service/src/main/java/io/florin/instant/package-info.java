/// One authority of an instant rail.
@NullMarked
package io.florin.instant;

import org.jspecify.annotations.NullMarked;

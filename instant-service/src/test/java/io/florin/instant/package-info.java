@NullMarked
package io.florin.instant;

import org.jspecify.annotations.NullMarked;

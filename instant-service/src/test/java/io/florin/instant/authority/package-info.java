/// Whether an authority may sign.
@NullMarked
package io.florin.instant.authority;

import org.jspecify.annotations.NullMarked;

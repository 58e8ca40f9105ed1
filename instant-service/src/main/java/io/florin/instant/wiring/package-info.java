/// How an authority is put together.
@NullMarked
package io.florin.instant.wiring;

import org.jspecify.annotations.NullMarked;

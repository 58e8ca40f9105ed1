/// How a certifier is put together.
@NullMarked
package io.florin.certifier.wiring;

import org.jspecify.annotations.NullMarked;

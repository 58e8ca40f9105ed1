/// Wiring of a certifier.
@NullMarked
package io.florin.certifier.wiring;

import org.jspecify.annotations.NullMarked;

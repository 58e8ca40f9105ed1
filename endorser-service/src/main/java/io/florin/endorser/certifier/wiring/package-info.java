/// How a certifier is put together.
@NullMarked
package io.florin.endorser.certifier.wiring;

import org.jspecify.annotations.NullMarked;

/// Which port belongs to what, and whether it is free, said before anything starts.
@NullMarked
package io.florin.sandbox.ports;

import org.jspecify.annotations.NullMarked;

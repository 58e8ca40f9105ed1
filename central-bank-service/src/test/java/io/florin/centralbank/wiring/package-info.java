/// Tests of the loops.
@NullMarked
package io.florin.centralbank.wiring;

import org.jspecify.annotations.NullMarked;

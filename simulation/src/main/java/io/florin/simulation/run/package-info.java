/// One seed, one run: who is there, what goes wrong, what comes of it.
@NullMarked
package io.florin.simulation.run;

import org.jspecify.annotations.NullMarked;

/// What must hold after every event, whatever happens.
@NullMarked
package io.florin.simulation.judge;

import org.jspecify.annotations.NullMarked;

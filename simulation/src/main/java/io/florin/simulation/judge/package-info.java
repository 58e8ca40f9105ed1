/// What must hold whenever something that could break it has happened, whatever goes wrong.
@NullMarked
package io.florin.simulation.judge;

import org.jspecify.annotations.NullMarked;

/// Invariants, looked at whenever something that could break them has happened.
@NullMarked
package io.florin.simulation.judge;

import org.jspecify.annotations.NullMarked;

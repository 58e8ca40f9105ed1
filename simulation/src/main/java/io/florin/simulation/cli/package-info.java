/// `./florin simulate`.
@NullMarked
package io.florin.simulation.cli;

import org.jspecify.annotations.NullMarked;

/// Tests of this package.
@NullMarked
package io.florin.simulation.cli;

import org.jspecify.annotations.NullMarked;

/// Changes of the configuration that a run's officers make.
@NullMarked
package io.florin.simulation.configuration;

import org.jspecify.annotations.NullMarked;

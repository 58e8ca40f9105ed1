/// The ordering parties: their chains, routers, batchers and assemblers, above a model of the consensus library.
@NullMarked
package io.florin.simulation.ordering;

import org.jspecify.annotations.NullMarked;

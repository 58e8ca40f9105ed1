/// Positions up to which the topics of bundles are done with, and the gate for bundles of the configuration namespace.
@NullMarked
package io.florin.ordering.intake;

import org.jspecify.annotations.NullMarked;

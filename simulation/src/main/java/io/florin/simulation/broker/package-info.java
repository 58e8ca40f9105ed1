/// Topics, and who writes and reads them.
@NullMarked
package io.florin.simulation.broker;

import org.jspecify.annotations.NullMarked;

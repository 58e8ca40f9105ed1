/// Cost of a request on its way into a service and back, with nothing behind the controller.
@NullMarked
package io.florin.benchmarks.edge;

import org.jspecify.annotations.NullMarked;

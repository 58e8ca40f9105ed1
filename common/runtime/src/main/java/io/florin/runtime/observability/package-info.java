/// One trace id from the first request to the final status, and the names of metrics.
@NullMarked
package io.florin.runtime.observability;

import org.jspecify.annotations.NullMarked;

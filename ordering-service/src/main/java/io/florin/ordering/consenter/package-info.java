/// The consensus that orders batches within a view, and what it tells the rest of the party, as interfaces.
@NullMarked
package io.florin.ordering.consenter;

import org.jspecify.annotations.NullMarked;

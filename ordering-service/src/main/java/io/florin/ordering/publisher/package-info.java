/// Publishes certified blocks to the party's own topic, in order and without gaps.
@NullMarked
package io.florin.ordering.publisher;

import org.jspecify.annotations.NullMarked;

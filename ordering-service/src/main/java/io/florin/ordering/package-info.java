/// One ordering party: router, batcher, consenter, certified chain, block store and publisher.
@NullMarked
package io.florin.ordering;

import org.jspecify.annotations.NullMarked;

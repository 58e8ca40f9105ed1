/// Types that the features of an ordering party exchange: the parties and their keys, positions in the chain, batches
/// and the interfaces between features.
@NullMarked
package io.florin.ordering.protocol;

import org.jspecify.annotations.NullMarked;

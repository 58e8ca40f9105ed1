/// BFT-SMaRt as the consensus group.
@NullMarked
package io.florin.ordering.consenter.bftsmart;

import org.jspecify.annotations.NullMarked;

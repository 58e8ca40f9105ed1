/// BFT-SMaRt behind the consensus interface. Blocking threads live here.
@NullMarked
package io.florin.ordering.consenter.bftsmart.adapter;

import org.jspecify.annotations.NullMarked;

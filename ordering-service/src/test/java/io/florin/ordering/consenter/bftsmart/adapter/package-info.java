/// Tests of the links between members.
@NullMarked
package io.florin.ordering.consenter.bftsmart.adapter;

import org.jspecify.annotations.NullMarked;

/// Tests of the vote log.
@NullMarked
package io.florin.ordering.chain.adapter;

import org.jspecify.annotations.NullMarked;

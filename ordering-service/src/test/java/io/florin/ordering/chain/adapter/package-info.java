/// Tests of the guard log.
@NullMarked
package io.florin.ordering.chain.adapter;

import org.jspecify.annotations.NullMarked;

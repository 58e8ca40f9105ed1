/// Drives the chain: guard log, messages between parties, fetching of blocks.
@NullMarked
package io.florin.ordering.chain.adapter;

import org.jspecify.annotations.NullMarked;

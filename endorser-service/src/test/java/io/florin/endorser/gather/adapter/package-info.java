/// Tests of the gatherer's adapters.
@NullMarked
package io.florin.endorser.gather.adapter;

import org.jspecify.annotations.NullMarked;

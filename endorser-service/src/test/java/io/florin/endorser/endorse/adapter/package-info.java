/// Tests of the queue of proofs.
@NullMarked
package io.florin.endorser.endorse.adapter;

import org.jspecify.annotations.NullMarked;

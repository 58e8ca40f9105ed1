/// Tests of the store.
@NullMarked
package io.florin.endorser.store.adapter;

import org.jspecify.annotations.NullMarked;

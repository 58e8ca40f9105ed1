/// Tests of the publisher.
@NullMarked
package io.florin.ordering.publisher.adapter;

import org.jspecify.annotations.NullMarked;

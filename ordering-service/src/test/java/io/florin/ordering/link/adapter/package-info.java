/// Tests of what the parties send each other.
@NullMarked
package io.florin.ordering.link.adapter;

import org.jspecify.annotations.NullMarked;

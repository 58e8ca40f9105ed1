/// Tests of logs on disk.
@NullMarked
package io.florin.ordering.protocol.adapter;

import org.jspecify.annotations.NullMarked;

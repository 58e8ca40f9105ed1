/// The broker as more than one feature needs it: looks at a topic.
@NullMarked
package io.florin.ordering.protocol.adapter;

import org.jspecify.annotations.NullMarked;

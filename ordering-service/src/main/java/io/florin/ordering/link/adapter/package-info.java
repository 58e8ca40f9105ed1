/// Messages between the parties over the internal port.
@NullMarked
package io.florin.ordering.link.adapter;

import org.jspecify.annotations.NullMarked;

/// What the parties send each other over the internal port.
@NullMarked
package io.florin.ordering.link.adapter;

import org.jspecify.annotations.NullMarked;

/// Files that more than one feature keeps: records appended and forced to disk.
@NullMarked
package io.florin.ordering.protocol.adapter;

import org.jspecify.annotations.NullMarked;

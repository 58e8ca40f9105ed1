/// What more than one feature needs of disk and broker: records appended and forced to disk, looks at a topic.
@NullMarked
package io.florin.ordering.protocol.adapter;

import org.jspecify.annotations.NullMarked;

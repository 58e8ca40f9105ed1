/// Disk and broker as more than one feature needs them: records appended and forced to disk, looks at a topic.
@NullMarked
package io.florin.ordering.protocol.adapter;

import org.jspecify.annotations.NullMarked;

/// Reads registration records from Kafka and, where some are missing, from registration itself.
@NullMarked
package io.florin.endorser.directory.adapter;

import org.jspecify.annotations.NullMarked;

/// Publishes the statuses of complete blocks to Kafka.
@NullMarked
package io.florin.committer.status.adapter;

import org.jspecify.annotations.NullMarked;

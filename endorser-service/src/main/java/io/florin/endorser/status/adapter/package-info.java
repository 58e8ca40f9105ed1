/// Reads signed statuses from Kafka and asks the committer where they stay away.
@NullMarked
package io.florin.endorser.status.adapter;

import org.jspecify.annotations.NullMarked;

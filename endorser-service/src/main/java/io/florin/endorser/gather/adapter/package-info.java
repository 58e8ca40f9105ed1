/// Carries out what the gatherer decides: peers, database, Kafka, direct submission, recovery.
@NullMarked
package io.florin.endorser.gather.adapter;

import org.jspecify.annotations.NullMarked;

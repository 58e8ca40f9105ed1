/// One real Kafka broker in KRaft mode for one machine, inside this JVM or as a child process, from one set of
/// settings.
/// The data directory survives restarts; only the loopback interface is bound.
@NullMarked
package io.florin.sandbox.kafka;

import org.jspecify.annotations.NullMarked;

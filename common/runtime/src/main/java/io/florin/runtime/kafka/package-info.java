/// The edge to Kafka: names of topics, an ordered reader without commits, an acknowledged writer.
@NullMarked
package io.florin.runtime.kafka;

import org.jspecify.annotations.NullMarked;

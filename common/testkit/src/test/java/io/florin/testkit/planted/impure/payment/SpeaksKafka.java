package io.florin.testkit.planted.impure.payment;

import org.apache.kafka.common.TopicPartition;

record SpeaksKafka(TopicPartition partition) {}

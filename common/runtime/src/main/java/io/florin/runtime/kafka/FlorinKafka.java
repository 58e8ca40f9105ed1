package io.florin.runtime.kafka;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;

/// The settings of Kafka's clients; readers, writers and topics are made by each service's own wiring.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(KafkaProperties.class)
public class FlorinKafka {}

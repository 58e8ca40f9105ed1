package io.florin.runtime.identity;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The identity of the node this service is, read from the network's directory.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({NetworkProperties.class, NodeProperties.class, KeyProperties.class})
public class FlorinIdentity {

    @Bean
    NodeIdentity nodeIdentity(NetworkProperties network, NodeProperties node, KeyProperties keys) {
        return NodeIdentity.load(network.directory(), new Peer(NodeRole.ofLabel(node.role()), node.id()), keys);
    }
}

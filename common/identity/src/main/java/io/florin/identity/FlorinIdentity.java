package io.florin.identity;

import io.florin.ledger.NetworkId;
import io.florin.runtime.internal.FlorinInternalHttp;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.NodeTls;
import io.florin.runtime.internal.Peer;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/// The identity of the node this service is, read from the network's directory, and the internal port on which it is
/// known by it.
@Configuration(proxyBeanMethods = false)
@Import(FlorinInternalHttp.class)
@EnableConfigurationProperties({NetworkProperties.class, NodeProperties.class, KeyProperties.class})
public class FlorinIdentity {

    @Bean
    NodeIdentity nodeIdentity(NetworkProperties network, NodeProperties node, KeyProperties keys) {
        return NodeIdentity.load(network.directory(), new Peer(NodeRole.ofLabel(node.role()), node.id()), keys);
    }

    @Bean
    Peer nodeSelf(NodeIdentity node) {
        return node.self();
    }

    @Bean
    NetworkId nodeNetwork(NodeIdentity node) {
        return node.networkId();
    }

    @Bean
    NodeTls nodeTls(NodeIdentity node) {
        return node.tls();
    }
}

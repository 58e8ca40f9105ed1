package io.florin.ordering.wiring;

import io.florin.runtime.security.AccessRules;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Nothing on the public port but health and metrics: an ordering party is spoken to by nodes of the network only.
@Configuration(proxyBeanMethods = false)
class AccessWiring {

    @Bean
    AccessRules accessRules() {
        return AccessRules.of();
    }
}

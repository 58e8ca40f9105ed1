package io.florin.endorser;

import io.florin.runtime.service.FlorinService;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/// An endorser: checks client transactions, keeps them, and signs for them together with its peers.
@SpringBootApplication(proxyBeanMethods = false)
public class EndorserApplication {

    public static void main(String[] args) {
        FlorinService.run(EndorserApplication.class, "endorser-service", args);
    }
}

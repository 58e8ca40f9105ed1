package io.florin.instant;

import io.florin.runtime.service.FlorinService;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/// One authority of an instant rail.
@SpringBootApplication(proxyBeanMethods = false)
public class InstantServiceApplication {

    public static void main(String[] args) {
        FlorinService.run(InstantServiceApplication.class, "instant-service", args);
    }
}

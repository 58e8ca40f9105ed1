package io.florin.auditor;

import io.florin.runtime.service.FlorinService;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/// The auditor service. Its beans are made in `wiring`.
@SpringBootApplication(proxyBeanMethods = false)
public class AuditorApplication {

    public static void main(String[] args) {
        FlorinService.run(AuditorApplication.class, "auditor-service", args);
    }
}

package io.florin.registration;

import io.florin.runtime.service.FlorinService;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/// The registration service. Its beans are made in `wiring`.
@SpringBootApplication(proxyBeanMethods = false)
public class RegistrationApplication {

    public static void main(String[] args) {
        FlorinService.run(RegistrationApplication.class, "registration-service", args);
    }
}

package io.florin.bank;

import io.florin.runtime.service.FlorinService;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/// A commercial bank's node.
@SpringBootApplication(proxyBeanMethods = false)
public class BankApplication {

    public static final String CONFIG = "bank-service";

    public static void main(String[] args) {
        FlorinService.run(BankApplication.class, CONFIG, args);
    }
}

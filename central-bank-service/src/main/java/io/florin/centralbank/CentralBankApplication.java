package io.florin.centralbank;

import io.florin.runtime.service.FlorinService;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/// The central bank's node.
@SpringBootApplication(proxyBeanMethods = false)
public class CentralBankApplication {

    public static final String CONFIG = "central-bank-service";

    public static void main(String[] args) {
        FlorinService.run(CentralBankApplication.class, CONFIG, args);
    }
}

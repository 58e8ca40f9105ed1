package io.florin.certifier;

import io.florin.runtime.service.FlorinService;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/// A certifier: signs the tokens of committed transactions of the unlinkable model, so that their owners can spend them
/// without pointing at them.
@SpringBootApplication(proxyBeanMethods = false)
public class CertifierApplication {

    public static void main(String[] args) {
        FlorinService.run(CertifierApplication.class, "certifier-service", args);
    }
}

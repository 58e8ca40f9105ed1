package io.florin.sandbox.oidc;

import io.florin.runtime.service.FlorinService;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

@SpringBootApplication(proxyBeanMethods = false)
@ConfigurationPropertiesScan
public class OidcIssuerApplication {
    public static final String CONFIG_NAME = "oidc-issuer";

    public static void main(String[] args) {
        FlorinService.run(OidcIssuerApplication.class, CONFIG_NAME, args);
    }
}

package io.florin.sandbox.oidc;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

@SpringBootApplication(proxyBeanMethods = false)
@ConfigurationPropertiesScan
public class OidcIssuerApplication {
    public static final String CONFIG_NAME = "oidc-issuer";

    public static void main(String[] args) {
        start(args);
    }

    static ConfigurableApplicationContext start(String... args) {
        SpringApplication application = new SpringApplication(OidcIssuerApplication.class);
        String[] all = new String[args.length + 1];
        all[0] = "--spring.config.name=" + CONFIG_NAME;
        System.arraycopy(args, 0, all, 1, args.length);
        return application.run(all);
    }
}

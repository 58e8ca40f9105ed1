package io.florin.endorser;

import io.florin.runtime.service.FlorinService;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;

/// An endorser: checks client transactions, keeps them, and signs for them together with its peers. The certifier
/// beside it is an application of its own.
@SpringBootApplication(proxyBeanMethods = false)
@ComponentScan(
        excludeFilters =
                @ComponentScan.Filter(type = FilterType.REGEX, pattern = "io\\.florin\\.endorser\\.certifier\\..*"))
public class EndorserApplication {

    public static void main(String[] args) {
        FlorinService.run(EndorserApplication.class, "endorser-service", args);
    }
}

package io.florin.auditor;

import io.florin.runtime.service.FlorinService;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;

/// The auditor service. Its beans are made in `wiring`. The member of the audit authority beside it is an application
/// of its own.
@SpringBootApplication(proxyBeanMethods = false)
@ComponentScan(
        excludeFilters =
                @ComponentScan.Filter(type = FilterType.REGEX, pattern = "io\\.florin\\.auditor\\.member\\..*"))
public class AuditorApplication {

    public static void main(String[] args) {
        FlorinService.run(AuditorApplication.class, "auditor-service", args);
    }
}

package io.florin.centralbank.wiring;

import io.florin.runtime.console.ConsoleMenu;
import io.florin.runtime.console.ConsoleMenu.Entry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Menu of the central bank's console.
@Configuration(proxyBeanMethods = false)
class PagesConfiguration {

    @Bean
    ConsoleMenu consoleMenu() {
        return ConsoleMenu.of(
                "central bank",
                new Entry("/console", "Overview"),
                new Entry("/console/approvals", "Approvals"),
                new Entry("/console/supply", "Supply"),
                new Entry("/console/reserves", "Reserves"),
                new Entry("/console/configuration", "Configuration"),
                new Entry("/console/participants", "Participants"),
                new Entry("/console/incidents", "Incidents"),
                new Entry("/console/decisions", "Decisions"));
    }
}

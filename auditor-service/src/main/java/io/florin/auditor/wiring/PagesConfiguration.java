package io.florin.auditor.wiring;

import io.florin.runtime.console.ConsoleMenu;
import io.florin.runtime.console.ConsoleMenu.Entry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Menu of the auditor's console.
@Configuration(proxyBeanMethods = false)
class PagesConfiguration {

    @Bean
    ConsoleMenu consoleMenu() {
        return ConsoleMenu.of(
                "auditor",
                new Entry("/console", "Supply"),
                new Entry("/console/approvals", "Transactions above limits"),
                new Entry("/console/openings", "Cases and openings"),
                new Entry("/console/incidents", "Incidents"),
                new Entry("/console/transactions", "Find a transaction"),
                new Entry("/console/report", "Report"),
                new Entry("/console/recount", "Recount"),
                new Entry("/console/log", "Log"));
    }
}

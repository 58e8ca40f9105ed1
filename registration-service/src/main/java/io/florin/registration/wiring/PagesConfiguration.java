package io.florin.registration.wiring;

import io.florin.runtime.console.ConsoleMenu;
import io.florin.runtime.console.ConsoleMenu.Entry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Menu of registration's console.
@Configuration(proxyBeanMethods = false)
class PagesConfiguration {

    @Bean
    ConsoleMenu consoleMenu() {
        return ConsoleMenu.of(
                "registration",
                new Entry("/console", "Overview"),
                new Entry("/console/participant-applications", "Applications of banks"),
                new Entry("/console/participants", "Participants"),
                new Entry("/console/enrollments", "Customers"),
                new Entry("/console/enrollments?select=HITS", "Screening hits"),
                new Entry("/console/rescreening", "Rescreening"),
                new Entry("/console/identity-inquiries", "Who is this id?"),
                new Entry("/console/decisions", "Decisions"));
    }
}

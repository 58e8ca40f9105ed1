package io.florin.auditmember.wiring;

import io.florin.runtime.console.ConsoleMenu;
import io.florin.runtime.console.ConsoleMenu.Entry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Menu of an audit member's console.
@Configuration(proxyBeanMethods = false)
class PagesConfiguration {

    @Bean
    ConsoleMenu consoleMenu() {
        return ConsoleMenu.of("audit member", new Entry("/console/cases", "Cases"), new Entry("/console/log", "Log"));
    }
}

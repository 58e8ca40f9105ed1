package io.florin.runtime.console;

import io.florin.runtime.security.AccessRules;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.thymeleaf.spring6.templateresolver.SpringResourceTemplateResolver;
import org.thymeleaf.templatemode.TemplateMode;

/// The templates that all consoles share, found where a service has none of that name, and the frame in their model.
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("spring.thymeleaf.prefix")
class FlorinConsole {
    /// After the service's own resolver, which has the order 1 (`ServiceDefaults`) and leaves what it does not have.
    private static final int ORDER = 2;

    @Bean
    SpringResourceTemplateResolver consoleTemplates() {
        var resolver = new SpringResourceTemplateResolver();
        resolver.setPrefix("classpath:/templates/console/");
        resolver.setSuffix(".html");
        resolver.setTemplateMode(TemplateMode.HTML);
        resolver.setCharacterEncoding("UTF-8");
        resolver.setCheckExistence(true);
        resolver.setOrder(ORDER);
        return resolver;
    }

    @Bean
    FrameAdvice consoleFrame(ObjectProvider<ConsoleMenu> menu, ObjectProvider<AccessRules> rules) {
        return new FrameAdvice(
                menu.getIfAvailable(() -> ConsoleMenu.of("")), rules.getIfAvailable(() -> AccessRules.of()));
    }

    /// Puts the frame into the model of every page.
    @ControllerAdvice(annotations = Controller.class)
    static final class FrameAdvice {
        private final ConsoleMenu menu;
        private final AccessRules rules;

        FrameAdvice(ConsoleMenu menu, AccessRules rules) {
            this.menu = menu;
            this.rules = rules;
        }

        @ModelAttribute("frame")
        ConsoleFrame frame(HttpServletRequest request) {
            return new ConsoleFrame(menu, rules, request);
        }
    }
}

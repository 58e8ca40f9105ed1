package io.florin.runtime.console;

import org.springframework.context.annotation.ImportSelector;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/// Adds [FlorinConsole] to services that have a template engine; it is named and not referred to, since the others lack
/// the classes in its signatures.
public final class ConsolePages implements ImportSelector {
    private static final String ENGINE = "org.thymeleaf.spring6.templateresolver.SpringResourceTemplateResolver";
    private static final String CONSOLE = "io.florin.runtime.console.FlorinConsole";

    @Override
    public String[] selectImports(AnnotationMetadata importing) {
        return ClassUtils.isPresent(ENGINE, getClass().getClassLoader()) ? new String[] {CONSOLE} : new String[0];
    }
}

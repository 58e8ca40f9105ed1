package io.florin.helm;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.beans.support.ResourceEditorRegistrar;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.type.filter.AnnotationTypeFilter;

/// The `@ConfigurationProperties` records of one service, of the common runtime and of identity, filled by Spring's own
/// binder from the service's yaml file and an environment, and checked by the constraints that they declare.
final class DeclaredSettings {

    /// What binding found.
    ///
    /// @param read names of variables that some record reads, as in the environment
    /// @param violations constraints that do not hold, a required setting that is missing among them
    record Bound(Set<String> read, Set<String> violations) {}

    private final String servicePackage;
    private final String configName;

    DeclaredSettings(String servicePackage, String configName) {
        this.servicePackage = servicePackage;
        this.configName = configName;
    }

    Bound bind(Map<String, String> environment) throws IOException, ClassNotFoundException {
        Set<String> read = new TreeSet<>();
        Set<String> violations = new LinkedHashSet<>();
        Binder binder = binder(environment);
        try (ValidatorFactory validators = Validation.buildDefaultValidatorFactory()) {
            for (Class<?> type : records()) {
                String prefix =
                        type.getAnnotation(ConfigurationProperties.class).value();
                Object bound = binder.bindOrCreate(prefix, Bindable.of(type), new Recorder(read));
                for (ConstraintViolation<?> violation :
                        validators.getValidator().validate(bound)) {
                    violations.add(prefix + "." + violation.getPropertyPath() + " " + violation.getMessage());
                }
            }
        }
        return new Bound(read, violations);
    }

    private Binder binder(Map<String, String> environment) throws IOException {
        MutablePropertySources sources = new MutablePropertySources();
        sources.addLast(new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.copyOf(environment)));
        new YamlPropertySourceLoader()
                .load(configName, new ClassPathResource(configName + ".yaml"))
                .forEach(sources::addLast);
        ResourceEditorRegistrar editors =
                new ResourceEditorRegistrar(new DefaultResourceLoader(), new StandardEnvironment());
        return new Binder(
                ConfigurationPropertySources.from(sources),
                new PropertySourcesPlaceholdersResolver(sources),
                List.of(ApplicationConversionService.getSharedInstance()),
                editors::registerCustomEditors,
                null,
                null);
    }

    private List<Class<?>> records() throws ClassNotFoundException {
        var scanner = new ClassPathScanningCandidateComponentProvider(false);
        scanner.addIncludeFilter(new AnnotationTypeFilter(ConfigurationProperties.class));
        List<Class<?>> records = new ArrayList<>();
        for (String searched : List.of("io.florin.runtime", "io.florin.identity", servicePackage)) {
            for (var candidate : scanner.findCandidateComponents(searched)) {
                records.add(Class.forName(candidate.getBeanClassName()));
            }
        }
        return records;
    }

    /// `florin.ordering.consensus.parties[0].id` as a variable: `FLORIN_ORDERING_CONSENSUS_PARTIES_0_ID`.
    private static String variable(ConfigurationPropertyName name) {
        return name.toString()
                .replace("[", ".")
                .replace("]", "")
                .replace("-", "")
                .replace('.', '_')
                .toUpperCase(Locale.ROOT);
    }

    private record Recorder(Set<String> read) implements BindHandler {
        @Override
        public Object onSuccess(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
            if (context.getConfigurationProperty() != null) {
                read.add(variable(name));
            }
            return result;
        }
    }
}

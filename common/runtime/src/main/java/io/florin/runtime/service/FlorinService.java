package io.florin.runtime.service;

import io.florin.runtime.security.FlorinWebSecurity;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/// Starts a service's Spring Boot application, alone in its process or beside others in one JVM.
///
/// The name of the configuration file travels as an argument of this application and the shared defaults as its default
/// properties: nothing is written to the system properties, so services in one JVM do not see each other's settings.
/// What all services need ([FlorinRuntime], [FlorinWebSecurity] with the HTTP edge) is added to the application's own
/// sources, so a service that forgets its access rules is closed and not open.
public final class FlorinService {

    private FlorinService() {}

    /// Starts the application with `<configName>.yaml` and closes it when the JVM ends.
    public static ConfigurableApplicationContext run(Class<?> application, String configName, String... args) {
        return application(application, configName).run(arguments(configName, args));
    }

    /// Starts the application beside others: whoever calls closes the context, in an order of its choice.
    public static ConfigurableApplicationContext runEmbedded(Class<?> application, String configName, String... args) {
        SpringApplication spring = application(application, configName);
        spring.setRegisterShutdownHook(false);
        return spring.run(arguments(configName, args));
    }

    static SpringApplication application(Class<?> application, String configName) {
        var spring = new SpringApplication(application, FlorinRuntime.class, FlorinWebSecurity.class);
        spring.setMainApplicationClass(application);
        spring.setBannerMode(Banner.Mode.OFF);
        spring.setLogStartupInfo(false);
        spring.setDefaultProperties(ServiceDefaults.of(configName));
        SharedLogging.takesPlaceIn(spring);
        return spring;
    }

    private static String[] arguments(String configName, String... args) {
        List<String> all = new ArrayList<>();
        all.add("--spring.config.name=" + configName);
        all.addAll(List.of(args));
        return all.toArray(String[]::new);
    }
}

package io.florin.runtime.service;

import java.util.LinkedHashMap;
import java.util.Map;

/// The settings all services share. Each can be overridden by a service's own file, the environment or an argument.
final class ServiceDefaults {

    private ServiceDefaults() {}

    static Map<String, Object> of(String configName) {
        var defaults = new LinkedHashMap<String, Object>();
        defaults.put("spring.application.name", configName);
        threadsAndShutdown(defaults);
        web(defaults, configName);
        json(defaults);
        actuator(defaults, configName);
        quietLibraries(defaults);
        defaults.put("logging.pattern.correlation", "[%X{traceId:-}] ");
        defaults.put("logging.register-shutdown-hook", "false");
        return defaults;
    }

    /// Each Kafka client prints a page of settings and each Tomcat six lines: with many services in one JVM they would
    /// hide what the services say.
    private static void quietLibraries(Map<String, Object> defaults) {
        for (String library : new String[] {"org.apache", "kafka", "state.change.logger", "org.springframework.web"}) {
            defaults.put("logging.level." + library, "warn");
        }
        defaults.put("logging.level.org.springframework.boot.tomcat", "warn");
        defaults.put("logging.level.org.springframework.boot.web", "warn");
        defaults.put("logging.level.org.springframework.boot.actuate", "warn");
    }

    private static void threadsAndShutdown(Map<String, Object> defaults) {
        defaults.put("spring.threads.virtual.enabled", "true");
        defaults.put("server.shutdown", "graceful");
        defaults.put("spring.lifecycle.timeout-per-shutdown-phase", "10s");
        defaults.put("spring.jmx.enabled", "false");
    }

    private static void web(Map<String, Object> defaults, String configName) {
        defaults.put("server.tomcat.connection-timeout", "10s");
        defaults.put("server.tomcat.keep-alive-timeout", "30s");
        defaults.put("server.tomcat.max-connections", "2048");
        defaults.put("server.tomcat.accept-count", "256");
        // an absolute one would repeat the caller's Host header
        defaults.put("server.tomcat.use-relative-redirects", "true");
        defaults.put("server.tomcat.max-parameter-count", "256");
        defaults.put("server.tomcat.max-part-count", "16");
        defaults.put("server.tomcat.max-http-form-post-size", "64KB");
        defaults.put("server.tomcat.max-swallow-size", "2MB");
        defaults.put("server.max-http-request-header-size", "16KB");
        defaults.put("spring.servlet.multipart.max-file-size", "16MB");
        defaults.put("spring.servlet.multipart.max-request-size", "16MB");
        defaults.put("server.servlet.register-default-servlet", "false");
        defaults.put("server.servlet.session.timeout", "30m");
        defaults.put("server.servlet.session.tracking-modes", "cookie");
        // Browsers share cookies between the ports of one host, and a demo runs many services on one host.
        defaults.put("server.servlet.session.cookie.name", configName + "-${florin.node.id:0}");
        defaults.put("server.servlet.session.cookie.http-only", "true");
        defaults.put("server.servlet.session.cookie.same-site", "lax");
        defaults.put("spring.web.error.whitelabel.enabled", "false");
        defaults.put("spring.web.error.include-stacktrace", "never");
        defaults.put("spring.web.error.include-message", "never");
        // before the shared templates of consoles
        defaults.put("spring.thymeleaf.template-resolver-order", "1");
        defaults.put("spring.mvc.problemdetails.enabled", "false");
        defaults.put("spring.mvc.log-resolved-exception", "false");
        // nobody listens to them, and no endpoint takes a form by PUT
        defaults.put("spring.mvc.publish-request-handled-events", "false");
        defaults.put("spring.mvc.formcontent.filter.enabled", "false");
        // On the class path of all when services share one; a service that describes its API says so.
        defaults.put("springdoc.api-docs.enabled", "false");
    }

    private static void json(Map<String, Object> defaults) {
        defaults.put("spring.jackson.factory.constraints.read.max-nesting-depth", "32");
        defaults.put("spring.jackson.factory.constraints.read.max-string-length", "4194304");
        defaults.put("spring.jackson.factory.constraints.read.max-name-length", "256");
        defaults.put("spring.jackson.factory.constraints.read.max-number-length", "40");
        defaults.put("spring.jackson.factory.constraints.read.max-document-length", "67108864");
        defaults.put("spring.jackson.factory.constraints.read.max-token-count", "2000000");
    }

    private static void actuator(Map<String, Object> defaults, String configName) {
        defaults.put("management.metrics.use-global-registry", "false");
        defaults.put("management.metrics.tags.service", configName);
        defaults.put("management.endpoints.access.default", "none");
        defaults.put("management.endpoint.health.access", "read-only");
        defaults.put("management.endpoint.info.access", "read-only");
        defaults.put("management.endpoint.prometheus.access", "read-only");
        defaults.put("management.endpoints.web.exposure.include", "health,prometheus,info");
        defaults.put("management.endpoints.web.discovery.enabled", "false");
        defaults.put("management.endpoint.health.show-components", "always");
        defaults.put("management.endpoint.health.show-details", "always");
        defaults.put("management.endpoint.health.validate-group-membership", "false");
        defaults.put("management.endpoint.health.group.live.include", "livenessState,faults");
        defaults.put("management.endpoint.health.group.ready.include", "readinessState,faults,service");
        defaults.put("management.endpoint.health.group.quorum.include", "peers,faults");
        defaults.put("management.endpoint.health.probes.enabled", "true");
        defaults.put("management.health.diskspace.enabled", "false");
        defaults.put("management.health.ssl.enabled", "false");
    }
}

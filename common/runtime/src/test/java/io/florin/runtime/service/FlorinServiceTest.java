package io.florin.runtime.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.app.TestApplication;
import io.florin.runtime.internal.InternalPort;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/// Services side by side in one JVM.
class FlorinServiceTest {

    @SpringBootApplication(proxyBeanMethods = false)
    static class BareApplication {}

    @Test
    void runsServicesSideBySideWithoutSharingAnything() throws Exception {
        try (var one = start(1);
                var two = start(2);
                var http = HttpClient.newHttpClient()) {
            assertThat(one.getBean(InternalPort.class).value())
                    .isNotEqualTo(two.getBean(InternalPort.class).value());
            one.getBean(Faults.class).stopped("core", new IllegalStateException("invariant"));
            one.getBean(MeterRegistry.class).counter("florin.test.only.here").increment();

            assertThat(get(http, one, "/actuator/health/live").statusCode()).isEqualTo(503);
            assertThat(get(http, one, "/actuator/health/live").body()).contains("core");
            assertThat(get(http, two, "/actuator/health/live").statusCode()).isEqualTo(200);
            assertThat(metrics(http, one)).contains("florin_test_only_here");
            assertThat(metrics(http, two)).doesNotContain("florin_test_only_here");
        }
        assertThat(System.getProperty("spring.config.name")).isNull();
    }

    @Test
    void closesAServiceThatForgotItsRules() throws Exception {
        try (var service = FlorinService.runEmbedded(BareApplication.class, "runtime-test");
                var http = HttpClient.newHttpClient()) {
            assertThat(get(http, service, "/v1/anything").statusCode()).isEqualTo(404);
            assertThat(get(http, service, "/internal/anything").statusCode()).isEqualTo(404);
            assertThat(get(http, service, "/actuator/health/ready").statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void refusesToStartWithRulesThatNobodyCanMeet() {
        assertThatThrownBy(() -> FlorinService.runEmbedded(
                        TestApplication.class, "runtime-test", "--florin.node.role=bank", "--florin.node.id=1"))
                .hasStackTraceContaining("florin.oidc.issuer must be set");
    }

    private static ConfigurableApplicationContext start(int id) {
        return FlorinService.runEmbedded(
                TestApplication.class,
                "runtime-test",
                "--florin.node.role=endorser",
                "--florin.metrics.token=metrics-of-a-test",
                "--florin.node.id=" + id,
                "--florin.oidc.issuer=http://127.0.0.1:1");
    }

    private static String metrics(HttpClient http, ConfigurableApplicationContext service) throws Exception {
        return http.send(
                        request(service, "/actuator/prometheus")
                                .header("Authorization", "Bearer metrics-of-a-test")
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    private static HttpResponse<String> get(HttpClient http, ConfigurableApplicationContext service, String path)
            throws Exception {
        return http.send(request(service, path).build(), BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(ConfigurableApplicationContext service, String path) {
        int port = service.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }
}

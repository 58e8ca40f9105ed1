package io.florin.runtime.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.runtime.http.HttpProperties;
import io.florin.runtime.internal.InternalProperties;
import io.florin.runtime.kafka.KafkaProperties;
import io.florin.runtime.security.OidcProperties;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

/// The keys of the runtime's settings and what holds when they are not set.
class PropertiesTest {

    @Test
    void httpHasDefaults() {
        HttpProperties http = bind("florin.http", HttpProperties.class, Map.of());

        assertThat(http.bodyMax()).isEqualTo(DataSize.ofMegabytes(1));
        assertThat(http.largeBodies()).isEmpty();
        assertThat(http.rateLimit()).isEqualTo(new HttpProperties.RateLimit(true, 200, 400, 10_000));
    }

    @Test
    void internalHasDefaults() {
        InternalProperties internal = bind("florin.internal", InternalProperties.class, Map.of());

        assertThat(internal)
                .isEqualTo(new InternalProperties(
                        0,
                        null,
                        DataSize.ofMegabytes(16),
                        512,
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(10)));
    }

    @Test
    void kafkaHasTheDefaultsOfItsFactory() {
        KafkaProperties kafka =
                bind("florin.kafka", KafkaProperties.class, Map.of("florin.kafka.bootstrap-servers", "broker:9092"));

        assertThat(kafka).isEqualTo(KafkaProperties.of("broker:9092"));
    }

    @Test
    void oidcHasDefaultsAndHidesItsSecret() {
        OidcProperties oidc = bind(
                "florin.oidc",
                OidcProperties.class,
                Map.of(
                        "florin.oidc.issuer", "https://issuer.example",
                        "florin.oidc.client-id", "console",
                        "florin.oidc.client-secret", "hush"));

        assertThat(oidc.rolesClaim()).isEqualTo("roles");
        assertThat(oidc.scopes()).isEqualTo(Set.of("openid", "profile"));
        assertThat(oidc.clockSkew()).isEqualTo(Duration.ofSeconds(30));
        assertThat(oidc.timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(oidc.audience()).isNull();
        assertThat(oidc.toString()).doesNotContain("hush");
    }

    private static <T> T bind(String prefix, Class<T> type, Map<String, String> values) {
        return new Binder(new MapConfigurationPropertySource(values)).bindOrCreate(prefix, type);
    }
}

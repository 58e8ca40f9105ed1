package io.florin.endorser.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.endorser.api.adapter.ApiProperties;
import io.florin.endorser.directory.adapter.DirectoryProperties;
import io.florin.endorser.endorse.adapter.EndorseProperties;
import io.florin.endorser.gather.GatherSettings;
import io.florin.endorser.gather.adapter.GatherProperties;
import io.florin.endorser.status.adapter.StatusProperties;
import io.florin.endorser.store.adapter.StoreProperties;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class PropertiesTest {

    @Test
    void gatheringHasTheseDefaults() {
        assertThat(bind("florin.endorser.gather", GatherProperties.class, Map.of())
                        .settings())
                .isEqualTo(new GatherSettings(256, 4, 100, 8, 8_192, 100_000, 2_000, 2_000, 5_000, 30_000));
    }

    @Test
    void gatheringHasTheseKeys() {
        var properties = bind(
                "florin.endorser.gather",
                GatherProperties.class,
                Map.of(
                        "florin.endorser.gather.bundle-max", "100",
                        "florin.endorser.gather.window", "7ms",
                        "florin.endorser.gather.direct.after", "3s",
                        "florin.endorser.gather.direct.calls-max", "5",
                        "florin.endorser.gather.recovery.every", "1s",
                        "florin.endorser.gather.recovery.own-after", "2s"));

        assertThat(properties.bundleMax()).isEqualTo(100);
        assertThat(properties.window()).isEqualTo(Duration.ofMillis(7));
        assertThat(properties.direct().after()).isEqualTo(Duration.ofSeconds(3));
        assertThat(properties.direct().callsMax()).isEqualTo(5);
        assertThat(properties.recovery().every()).isEqualTo(Duration.ofSeconds(1));
        assertThat(properties.recovery().ownAfter()).isEqualTo(Duration.ofSeconds(2));
        assertThat(properties.recovery().othersAfter()).isEqualTo(Duration.ofSeconds(45));
    }

    @Test
    void theOthersHaveTheseDefaults() {
        assertThat(bind("florin.endorser.endorse", EndorseProperties.class, Map.of()))
                .isEqualTo(new EndorseProperties(
                        0, 8_192, 16, Duration.ofSeconds(5), 16_384, 32, 2_048, 16_384, Duration.ofSeconds(60)));
        assertThat(bind("florin.endorser.registration", DirectoryProperties.class, Map.of()))
                .isEqualTo(new DirectoryProperties(
                        Duration.ofMillis(250), Duration.ofMillis(500), Duration.ofSeconds(5), 4_096));
        assertThat(bind("florin.endorser.store", StoreProperties.class, Map.of()))
                .isEqualTo(new StoreProperties(1_024, 64));
        assertThat(bind("florin.endorser.status", StatusProperties.class, Map.of()))
                .isEqualTo(new StatusProperties(1, Duration.ofSeconds(1), Duration.ofSeconds(3), 512));
        assertThat(bind("florin.endorser.api", ApiProperties.class, Map.of())).isEqualTo(new ApiProperties(1_000));
    }

    private static <T> T bind(String prefix, Class<T> type, Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings)).bindOrCreate(prefix, type);
    }
}

package io.florin.ordering.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.ordering.chain.adapter.ChainProperties;
import io.florin.ordering.consenter.bftsmart.adapter.ConsensusProperties;
import io.florin.ordering.intake.adapter.IntakeProperties;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class OrderingPropertiesTest {
    private static final Map<String, String> REQUIRED = Map.of(
            "florin.ordering.data-directory", "/data",
            "florin.ordering.consensus.parties[0].id", "1",
            "florin.ordering.consensus.parties[0].host", "party-1",
            "florin.ordering.consensus.parties[0].port", "7100");

    private final Binder binder = new Binder(new MapConfigurationPropertySource(REQUIRED));

    @Test
    void takesTheDataDirectoryAndDefaults() {
        OrderingProperties properties =
                binder.bind("florin.ordering", OrderingProperties.class).get();
        assertThat(properties.dataDirectory()).isEqualTo(Path.of("/data"));
        assertThat(properties.standIn()).isEqualTo(Duration.ofSeconds(2));
        assertThat(properties.batch())
                .isEqualTo(new OrderingProperties.BatchProperties(
                        Duration.ofMillis(50), Duration.ofMillis(300), DataSize.ofKilobytes(256), 4));
    }

    @Test
    void takesThePartiesOfTheGroupAndDefaults() {
        ConsensusProperties properties = binder.bind("florin.ordering.consensus", ConsensusProperties.class)
                .get();
        assertThat(properties.parties()).containsExactly(new ConsensusProperties.Party(1, "party-1", 7100));
        assertThat(properties.bindAddress()).isNull();
        assertThat(properties.timeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(properties.checkpointPeriod()).isEqualTo(20);
        assertThat(properties.requestsMax()).isEqualTo(8);
    }

    @Test
    void hasDefaultsForChainAndIntake() {
        ChainProperties chain = binder.bindOrCreate("florin.ordering.chain", ChainProperties.class);
        assertThat(chain.beat()).isEqualTo(Duration.ofMillis(500));
        assertThat(chain.silent()).isEqualTo(Duration.ofSeconds(4));
        IntakeProperties intake = binder.bindOrCreate("florin.ordering.intake", IntakeProperties.class);
        assertThat(intake.partitions()).isEqualTo(1);
        assertThat(intake.memory()).isEqualTo(DataSize.ofMegabytes(64));
    }
}

package io.florin.sandbox.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class MachinePaceTest {
    private final MachinePace pace = new MachinePace();

    @Test
    void aMachineOfHalfTheSpeedMayTakeTwiceAsLong() {
        pace.saw(19_900);

        assertThat(pace.scaled(Duration.ofSeconds(360))).isEqualTo(Duration.ofSeconds(180));
        assertThat(pace.beside(Duration.ofSeconds(361)))
                .isEqualTo("361 s beside [19900] verifications/s, scaled 180 s");
    }

    @Test
    void theSlowestLookCounts() {
        pace.saw(39_800);
        pace.saw(9_950);

        assertThat(pace.scaled(Duration.ofSeconds(400))).isEqualTo(Duration.ofSeconds(100));
    }

    @Test
    void everyMachineVerifiesSomething() {
        pace.look();

        assertThat(pace.scaled(Duration.ofDays(365))).isPositive();
    }
}

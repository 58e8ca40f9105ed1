package io.florin.ordering.intake;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadingPositionTest {
    private final ReadingPosition position = new ReadingPosition(10);

    @Test
    void staysBeforeTheFirstRecordThatIsNotDone() {
        position.begin(10);
        position.begin(11);
        position.begin(12);
        position.done(11);
        assertThat(position.value()).isEqualTo(10);
        position.done(10);
        assertThat(position.value()).isEqualTo(12);
        position.done(12);
        assertThat(position.value()).isEqualTo(13);
    }

    @Test
    void startsOverFromThereAndForgetsWhatWasBegun() {
        position.begin(10);
        position.begin(11);
        position.done(10);
        assertThat(position.restart(0)).isEqualTo(11);
        assertThat(position.value()).isEqualTo(11);
        position.begin(11);
        position.done(11);
        assertThat(position.value()).isEqualTo(12);
    }

    @Test
    void skipsWhatTheTopicNoLongerHas() {
        assertThat(position.restart(25)).isEqualTo(25);
        assertThat(position.value()).isEqualTo(25);
    }
}

package io.florin.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JavaCommandTest {

    @Test
    void aProcessStartsFromWhatWasRecordedForTheCommandThatStartsIt() {
        assertThat(JavaCommand.isInherited("-XX:AOTCache=/x/florin.aot")).isTrue();
        assertThat(JavaCommand.isInherited("-Xlog:aot*=error")).isTrue();
        assertThat(JavaCommand.isInherited("-XX:+UseCompactObjectHeaders"))
                .as("objects are recorded as they lie in memory")
                .isTrue();
    }

    /// With recorded profiles the whole compiler costs less at a start than half of it without.
    @Test
    void theWholeCompilerIsForThoseWhoStartFromWhatWasRecorded() {
        String recorded = "-XX:AOTCache=/x/florin.aot";

        assertThat(JavaCommand.of(List.of(recorded), 320, List.of(), "Main", List.of()))
                .contains(recorded)
                .doesNotContain("-XX:TieredStopAtLevel=1");
        assertThat(JavaCommand.of(List.of(), 320, List.of(), "Main", List.of())).contains("-XX:TieredStopAtLevel=1");
    }

    @Test
    void aProcessHasItsOwnMemory() {
        assertThat(JavaCommand.isInherited("-Xmx4g")).isFalse();
        assertThat(JavaCommand.of(320, List.of(), "Main", List.of())).contains("-Xmx320m");
    }
}

package io.florin.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.simulation.ordering.PartyHabits;
import io.florin.simulation.run.Cast;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class SimulateCommandTest {

    private static final Cast BROKEN = new Cast() {
        @Override
        public PartyHabits party(int id) {
            throw new IllegalStateException("nobody's");
        }
    };

    @Test
    void aSeedThatIsToldIsBrokenAgainByItself() {
        StringWriter many = new StringWriter();
        assertThat(run(many, "--from", "5", "--seeds", "1", "--threads", "1")).isEqualTo(1);
        assertThat(many.toString()).contains("nobody's").contains("again: ./florin simulate --seed 5");

        StringWriter again = new StringWriter();
        assertThat(run(again, "--seed", "5")).isEqualTo(1);
        assertThat(again.toString()).contains("nobody's").contains("again: ./florin simulate --seed 5");
    }

    @Test
    void saysHowItIsCalled() {
        StringWriter out = new StringWriter();
        assertThat(run(out, "--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: florin simulate [-h");
    }

    private static int run(StringWriter out, String... arguments) {
        return new CommandLine(new SimulateCommand(_ -> BROKEN))
                .setOut(new PrintWriter(out))
                .execute(arguments);
    }
}

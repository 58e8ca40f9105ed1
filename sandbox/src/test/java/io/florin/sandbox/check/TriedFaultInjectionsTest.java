package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.sandbox.check.TriedFaultInjections.Tried;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TriedFaultInjectionsTest {
    private static final List<String> CHECKS = List.of("chain", "supply", "names");

    @Test
    void passWhereExactlyTheDiagonalIsRed() {
        TriedFaultInjections tried = new TriedFaultInjections(
                CHECKS, List.of(tried("emptied-topic", "chain", "chain"), tried("leaked-name", "names", "names")));

        assertThat(tried.flaws()).isEmpty();
        assertThat(tried.untried()).containsExactly("supply");
        assertThat(tried.table()).containsSubsequence("1  chain", "3  names", "emptied-topic", "RED   .   .", "RED");
    }

    @Test
    void seeACheckThatStaysGreen() {
        TriedFaultInjections tried = new TriedFaultInjections(CHECKS, List.of(tried("emptied-topic", "chain")));

        assertThat(tried.flaws()).containsExactly("emptied-topic: red is [] instead of [chain]");
        assertThat(tried.table()).contains("emptied-topic            -   .   .");
    }

    @Test
    void seeAnotherCheckThatTurnsRed() {
        assertThat(new TriedFaultInjections(CHECKS, List.of(tried("emptied-topic", "chain", "chain", "supply")))
                        .flaws())
                .containsExactly("emptied-topic: red is [chain, supply] instead of [chain]");
        assertThat(new TriedFaultInjections(CHECKS, List.of(tried("emptied-topic", "chain", "supply"))).flaws())
                .containsExactly("emptied-topic: red is [supply] instead of [chain]");
    }

    @Test
    void seeThatNothingWasTriedOrNotAllWasLookedAt() {
        assertThat(new TriedFaultInjections(CHECKS, List.of()).flaws()).containsExactly("no sabotage was tried");
        Tried half = new Tried("x", "chain", Map.of("chain", CheckResult.broken("b")), "");
        assertThat(new TriedFaultInjections(CHECKS, List.of(half)).flaws())
                .containsExactly("x: not all checks were run");
        Tried failed = new Tried("x", "chain", Map.of(), "it did not start");
        assertThat(new TriedFaultInjections(CHECKS, List.of(failed)).flaws())
                .containsExactly("x could not be done: it did not start");
    }

    private static Tried tried(String sabotage, String expected, String... red) {
        Map<String, CheckResult> verdicts = new LinkedHashMap<>();
        CHECKS.forEach(check -> verdicts.put(check, CheckResult.holds("")));
        List.of(red).forEach(check -> verdicts.put(check, CheckResult.broken("seen")));
        return new Tried(sabotage, expected, verdicts, "");
    }
}

package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.ledger.privacy.PrivacyModel;
import io.florin.sandbox.plan.SandboxOptions;
import io.florin.sandbox.plan.SandboxPlan;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A check that nothing is known to turn red proves nothing.
class FaultInjectionsTest {

    @ParameterizedTest
    @CsvSource({
        "CLEAR, false",
        "ANONYMOUS, false",
        "ANONYMOUS, true",
        "CONFIDENTIAL, false",
        "CONFIDENTIAL, true",
        "UNLINKABLE, false",
        "UNLINKABLE, true"
    })
    void eachCheckHasItsOwn(PrivacyModel model, boolean passiveAudit, @TempDir Path directory) {
        assertEachHasItsOwn(SandboxPlan.of(new SandboxOptions(directory, 0, Optional.of(model), passiveAudit)));
    }

    @Test
    void eachCheckOfARailHasItsOwn(@TempDir Path directory) {
        SandboxPlan plan = SandboxPlan.of(new SandboxOptions(directory, 0).withRail());
        assertThat(FaultInjections.names(plan)).contains("minted-balance");
        assertEachHasItsOwn(plan);
    }

    @Test
    void nobodyTouchesARailWhereThereIsNone(@TempDir Path directory) {
        assertThat(FaultInjections.names(SandboxPlan.of(new SandboxOptions(directory, 0))))
                .doesNotContain("minted-balance", "lost-journal-tail", "colluding-authorities", "two-certificates");
    }

    private static void assertEachHasItsOwn(SandboxPlan plan) {
        List<Check> checks = Checks.of(plan, new byte[0]);
        Set<String> meant = new HashSet<>();
        for (Check check : checks) {
            assertThat(check.sabotages()).as(check.name()).isNotEmpty();
            for (String sabotage : check.sabotages()) {
                assertThat(meant.add(sabotage))
                        .as("%s is meant for one check", sabotage)
                        .isTrue();
            }
        }
        assertThat(FaultInjections.names(plan)).containsExactlyInAnyOrderElementsOf(meant);
    }
}

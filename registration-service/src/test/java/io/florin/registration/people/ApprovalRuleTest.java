package io.florin.registration.people;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.registration.screening.DocumentRules.Finding;
import io.florin.runtime.screening.Screening.Hit;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ApprovalRuleTest {
    private static final Hit HIT = new Hit("FX-1", "Name", 990, "P", "alike");

    @Test
    void approvesCleanApplicationsOfNamedTiersOnly() {
        ApprovalRule rule = new ApprovalRule(Set.of(1, 2), false);

        assertThat(rule.approves(1, List.of(), List.of())).isTrue();
        assertThat(rule.approves(3, List.of(), List.of())).isFalse();
        assertThat(rule.approves(1, List.of(HIT), List.of())).isFalse();
        assertThat(rule.approves(1, List.of(), List.of(Finding.TOO_YOUNG))).isFalse();
        assertThat(new ApprovalRule(Set.of(), false).approves(1, List.of(), List.of()))
                .isFalse();
    }

    @Test
    void approvesTreasuriesOnlyBySayingSo() {
        assertThat(new ApprovalRule(Set.of(255), false).approves(255, List.of(), List.of()))
                .isFalse();
        assertThat(new ApprovalRule(Set.of(), true).approves(255, List.of(), List.of()))
                .isTrue();
        assertThat(new ApprovalRule(Set.of(), true).approves(255, List.of(HIT), List.of()))
                .isFalse();
    }
}

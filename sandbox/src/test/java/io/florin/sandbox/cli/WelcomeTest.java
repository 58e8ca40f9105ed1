package io.florin.sandbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.ledger.privacy.PrivacyModel;
import io.florin.sandbox.plan.DemoLogin;
import io.florin.sandbox.plan.SandboxOptions;
import io.florin.sandbox.plan.SandboxPlan;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WelcomeTest {
    @TempDir
    private Path directory;

    @Test
    void namesEachPageLoginAndPassphrase() {
        SandboxPlan plan = SandboxPlan.of(new SandboxOptions(directory, 0));
        String text = new Welcome(plan).text();
        assertThat(text)
                .contains("central bank     http://127.0.0.1:17200/console\n")
                .contains("bank 3           http://127.0.0.1:17230/console\n")
                .contains("registration     http://127.0.0.1:17100/console\n")
                .doesNotContain("audit member", "audit1-officer1");
        for (DemoLogin login : plan.logins()) {
            assertThat(text.contains(plan.passwordOf(login))).as(login.name()).isEqualTo(!login.isOfAuditMember());
        }
        for (int officer = 1; officer <= 3; officer++) {
            assertThat(text).contains("  officer" + officer + "         " + plan.officerPassphrase(officer) + "\n");
        }
    }

    @Test
    void namesAuditMembersWhereThereAreAny() {
        SandboxPlan plan = SandboxPlan.of(new SandboxOptions(directory, 0, Optional.of(PrivacyModel.ANONYMOUS), true));
        String text = new Welcome(plan).text();
        assertThat(text).contains("audit member 3   http://127.0.0.1:").contains("audit3-officer2");
    }

    @Test
    void namesAuthoritiesOfARailAndWhatItCosts() {
        String plain = new Welcome(SandboxPlan.of(new SandboxOptions(directory, 0))).text();
        String text = new Welcome(SandboxPlan.of(new SandboxOptions(directory, 0).withRail())).text();
        assertThat(plain).doesNotContain("instant");
        assertThat(text)
                .contains("the auditor signs off no payments here")
                .contains("  instant-4        http://127.0.0.1:17270/v1/rail\n");
    }
}

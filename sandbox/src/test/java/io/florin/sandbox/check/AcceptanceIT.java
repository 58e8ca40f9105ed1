package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.demo.EconomySeeder;
import io.florin.sandbox.demo.PayrollRun;
import io.florin.sandbox.demo.SeededEconomy;
import io.florin.sandbox.economy.DemoEconomy;
import io.florin.sandbox.economy.DemoEconomyGenerator;
import io.florin.sandbox.plan.SandboxOptions;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.run.OneJvm;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole platform in this JVM: the demo's economy and payroll, all checks green, then one sabotage after the other.
/// Damage stays, so after each sabotage exactly the checks of the sabotages so far are red.
class AcceptanceIT {
    private static final int PORT_OFFSET = 3_000;

    @TempDir
    Path data;

    @Test
    void playsTheDemoAndSeesEverySabotage() {
        SandboxPlan plan = SandboxPlan.of(new SandboxOptions(data, PORT_OFFSET));
        try (OneJvm sandbox = OneJvm.start(plan, line -> {})) {
            DemoClients clients = new DemoClients(plan);
            DemoEconomy economy = DemoEconomyGenerator.generate(42, LocalDate.of(2026, 1, 30));
            SeededEconomy seeded = new EconomySeeder(plan, clients, economy, System.out::println).seed();
            PayrollRun run = new PayrollRun(clients, economy, seeded);
            byte[] file = run.file();
            PayrollRun.Result payroll = run.run(line -> {});
            List<Check> checks = Checks.all(file);

            assertThat(red(checks, new Scene(plan, clients, economy, seeded, payroll)))
                    .isEmpty();

            // all of them are tried, so that one run tells everything
            SoftAssertions softly = new SoftAssertions();
            Set<String> expected = new TreeSet<>();
            for (String sabotage : sabotages()) {
                Scene scene = new Scene(plan, clients, economy, seeded, payroll);
                softly.assertThatCode(() -> Sabotages.apply(sabotage, scene, sandbox))
                        .as("doing " + sabotage)
                        .doesNotThrowAnyException();
                expected.add(checkOf(checks, sabotage));
                softly.assertThat(red(checks, new Scene(plan, clients, economy, seeded, payroll)))
                        .as("after " + sabotage)
                        .containsExactlyInAnyOrderElementsOf(expected);
            }
            softly.assertAll();
        }
    }

    /// All with `-Dflorin.sabotages=all` (two more minutes), a few of different kinds otherwise.
    private static Collection<String> sabotages() {
        return "all".equals(System.getProperty("florin.sabotages"))
                ? Sabotages.names()
                : List.of("tampered-block", "forged-endorsement", "missing-cent", "wrong-closing", "deleted-decision");
    }

    private static String checkOf(List<Check> checks, String sabotage) {
        return checks.stream()
                .filter(check -> check.sabotage().equals(sabotage))
                .map(Check::name)
                .findFirst()
                .orElseThrow();
    }

    private static Set<String> red(List<Check> checks, Scene scene) {
        Set<String> red = new TreeSet<>();
        for (Check check : checks) {
            Verdict verdict = check.run(scene);
            if (!verdict.holds()) {
                red.add(check.name());
                System.out.println("red: " + check.name() + ": " + verdict.evidence());
            }
        }
        return red;
    }
}

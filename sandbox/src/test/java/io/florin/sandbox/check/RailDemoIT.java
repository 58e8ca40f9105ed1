package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.demo.EconomySeeder;
import io.florin.sandbox.demo.PayrollRun;
import io.florin.sandbox.demo.SeededEconomy;
import io.florin.sandbox.economy.DemoEconomy;
import io.florin.sandbox.economy.DemoEconomyGenerator;
import io.florin.sandbox.economy.ShippedPayroll;
import io.florin.sandbox.economy.SmallerEconomy;
import io.florin.sandbox.plan.SandboxOptions;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.rail.FinalPayments;
import io.florin.sandbox.rail.RailRun;
import io.florin.sandbox.run.OneJvm;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The demo's economy, of 30 people, in a network with an instant rail: payroll on the ledger, payments on the rail
/// while an authority is away, a rescue, all checks green; then sabotages of the rail, each on a copy of all that.
class RailDemoIT {
    private static final int PORT_OFFSET = 11_000;
    private static final long SEED = 42;
    private static final int PEOPLE = 30;
    private static final int SHOPS = 5;
    private static final int PAYMENTS = 100;

    private final TimeLine time = new TimeLine("rail");

    @TempDir
    private Path directory;

    @Test
    void payersOnTheRailAreSeenByAllChecksAndWhatIsTriedTurnsExactlyItsCheckRed() throws Exception {
        SandboxPlan plan = SandboxPlan.of(new SandboxOptions(directory.resolve("data"), PORT_OFFSET).withRail());
        SabotageMatrix.Economy played = plays(plan);
        TriedFaultInjections tried = new SabotageMatrix(plan, played, time::took).run(sabotages());
        System.out.println(tried.table());
        assertThat(tried.flaws()).isEmpty();
    }

    private SabotageMatrix.Economy plays(SandboxPlan plan) throws Exception {
        try (OneJvm sandbox = OneJvm.start(plan, _ -> {});
                var _ = ServiceLog.into(plan.dataDirectory().resolve("logs/sandbox.log"))) {
            time.took("start");
            DemoClients clients = new DemoClients(plan);
            DemoEconomy economy =
                    SmallerEconomy.of(DemoEconomyGenerator.generate(SEED, ShippedPayroll.PAYDAY), PEOPLE, SHOPS);
            SeededEconomy seeded = new EconomySeeder(plan, clients, economy, time::took).seed();
            PayrollRun run = new PayrollRun(clients, economy, seeded);
            byte[] file = run.file();
            PayrollRun.Result payroll = run.run(file, _ -> {});
            time.took("payroll");
            RailRun.Result paid = new RailRun(plan, clients, economy, sandbox, time::took).run(PAYMENTS);
            System.out.println(paid.summary());
            assertThat(paid.wallets()).isEqualTo(3);
            assertThat(paid.withdrawn()).isPositive();
            assertThat(paid.rescued()).isPositive();
            assertThat(new FinalPayments(plan.dataDirectory()).read()).hasSize(PAYMENTS + 1);
            CheckContext context = new CheckContext(plan, clients, economy, seeded, payroll);
            TreeMap<String, String> red = new TreeMap<>();
            for (Check check : Checks.of(plan, file)) {
                CheckResult verdict = check.run(context);
                time.took(check.name() + ": " + verdict.evidence());
                if (!verdict.holds()) {
                    red.put(check.name(), verdict.evidence());
                }
            }
            assertThat(red).isEmpty();
            assertThat(clients.officer(1).get("/v1/incidents")).isEmpty();
            return new SabotageMatrix.Economy(economy, seeded, payroll, file);
        }
    }

    /// All with `-Dflorin.sabotages=all`; otherwise one, for each is a start of the whole platform.
    private static Set<String> sabotages() {
        Set<String> names = new LinkedHashSet<>();
        Checks.RAIL.forEach(check -> names.addAll(check.sabotages()));
        return "all".equals(System.getProperty("florin.sabotages"))
                ? names
                : Set.of(names.iterator().next());
    }
}

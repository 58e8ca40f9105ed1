package io.florin.sandbox.check;

import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.demo.PayrollRun;
import io.florin.sandbox.demo.SeededEconomy;
import io.florin.sandbox.economy.DemoEconomy;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.run.DataCopy;
import io.florin.sandbox.run.OneJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/// Tries sabotages, each on a copy of its own of one finished economy, so that no damage stands beside another: starts
/// the platform on the copy, does the damage, runs all checks, ends it and deletes the copy. The economy is checked and
/// ended before; its directory stays as it is.
public final class SabotageMatrix {
    private final SandboxPlan finished;
    private final Economy economy;
    private final Consumer<String> progress;

    /// The finished economy and its payroll.
    ///
    /// @param file the payroll as it was handed in
    public record Economy(DemoEconomy economy, SeededEconomy seeded, PayrollRun.Result payroll, byte[] file) {}

    /// @param finished directory and ports of the economy; nothing may run on it any more
    /// @param progress told a line per sabotage
    public SabotageMatrix(SandboxPlan finished, Economy economy, Consumer<String> progress) {
        this.finished = finished;
        this.economy = economy;
        this.progress = progress;
    }

    /// @param sabotages names, of which each turns exactly one check red
    public TriedFaultInjections run(Collection<String> sabotages) {
        List<TriedFaultInjections.Tried> tried = new ArrayList<>();
        List<String> names = List.of();
        for (String sabotage : sabotages) {
            long begin = System.nanoTime();
            Path copy = finished.dataDirectory()
                    .resolveSibling(finished.dataDirectory().getFileName() + "-" + sabotage);
            DataCopy.make(finished.dataDirectory(), copy);
            try {
                SandboxPlan plan = finished.in(copy);
                List<Check> checks = Checks.of(plan, economy.file());
                names = checks.stream().map(Check::name).toList();
                tried.add(tried(sabotage, plan, checks));
            } finally {
                DataCopy.delete(copy);
            }
            progress.accept(tried.getLast().line() + " ("
                    + Duration.ofNanos(System.nanoTime() - begin).toSeconds() + " s)");
        }
        return new TriedFaultInjections(names, tried);
    }

    private TriedFaultInjections.Tried tried(String sabotage, SandboxPlan plan, List<Check> checks) {
        String expected = checks.stream()
                .filter(check -> check.sabotages().contains(sabotage))
                .map(Check::name)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no check sees " + sabotage));
        Map<String, CheckResult> verdicts = new TreeMap<>();
        try (OneJvm sandbox = OneJvm.start(plan, _ -> {})) {
            Function<DemoClients, CheckContext> look =
                    clients -> new CheckContext(plan, clients, economy.economy(), economy.seeded(), economy.payroll());
            DemoClients clients = new DemoClients(plan);
            RecordChecks.awaitHealth(look.apply(clients));
            FaultInjections.apply(sabotage, look.apply(clients), sandbox);
            CheckContext context = look.apply(clients);
            checks.forEach(check -> verdicts.put(check.name(), check.run(context)));
        } catch (RuntimeException failed) {
            // a sabotage that cannot be done has shown nothing
            verdicts.clear();
            return new TriedFaultInjections.Tried(sabotage, expected, verdicts, Objects.toString(failed.getMessage()));
        }
        return new TriedFaultInjections.Tried(sabotage, expected, verdicts, "");
    }
}

package io.florin.sandbox.cli;

import io.florin.ledger.privacy.PrivacyModel;
import io.florin.sandbox.chaos.Drill;
import io.florin.sandbox.chaos.Fault;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.run.ProcessForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "chaos",
        description = "Runs every service as a process in a new data directory, kills them under load, and checks that"
                + " nothing is lost.")
final class ChaosCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private DataOptions options = new DataOptions();

    @Option(names = "--seed", defaultValue = "42", description = "Draws the economy and the payments.")
    private long seed = 42;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "0",
            description = "Payments a second offered (default: 60 in the clear, otherwise what the payroll shows to be"
                    + " possible).")
    private int rate;

    @Option(
            names = "--privacy",
            paramLabel = "MODEL",
            description = "What the currency hides: ${COMPLETION-CANDIDATES} (default: nothing).")
    private PrivacyModel privacy = PrivacyModel.CLEAR;

    @Option(names = "--faults", split = ",", paramLabel = "NAME", description = "Only these (default: all, in turn).")
    private List<String> names = new ArrayList<>();

    @Override
    public Integer call() {
        SandboxPlan plan = options.plan(Optional.of(privacy));
        if (plan.hasRail()) {
            throw new ParameterException(spec.commandLine(), "The drill pays on the ledger only: it takes no --rail.");
        }
        Map<String, Fault> all = Drill.faults(plan.topology());
        for (String name : names) {
            if (!all.containsKey(name)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "No fault is called " + name + ". There are: " + String.join(", ", all.keySet()));
            }
        }
        List<Fault> faults = all.values().stream()
                .filter(fault -> names.isEmpty() || names.contains(fault.name()))
                .toList();
        long begin = System.nanoTime();
        try {
            List<String> flaws = new Drill(plan, seed, rate, line -> say(begin, line)).run(faults);
            flaws.forEach(flaw -> say(begin, "BROKEN " + flaw));
            say(begin, faults.size() + " faults, " + (flaws.isEmpty() ? "everything holds" : flaws.size() + " flaws"));
            return flaws.isEmpty() ? 0 : 1;
        } finally {
            new ProcessForm(plan).down(name -> {});
        }
    }

    private void say(long begin, String line) {
        spec.commandLine().getOut().printf("%6d s  %s%n", (System.nanoTime() - begin) / 1_000_000_000L, line);
        spec.commandLine().getOut().flush();
    }
}

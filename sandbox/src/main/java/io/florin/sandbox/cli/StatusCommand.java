package io.florin.sandbox.cli;

import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.process.ProcessStatus;
import io.florin.sandbox.run.ProcessForm;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "status",
        description = "Says which processes of `up` run. Ends with 0 if all do, 1 if some have died, 3 if none runs.")
final class StatusCommand implements Callable<Integer> {
    private static final int ALL_RUN = 0;
    private static final int SOME_MISSING = 1;
    private static final int NONE_RUNS = 3;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private DataOptions options = new DataOptions();

    @Override
    public Integer call() {
        SandboxPlan plan = options.plan();
        var out = spec.commandLine().getOut();
        ProcessForm form = new ProcessForm(plan);
        List<ProcessStatus> all = form.status();
        for (ProcessStatus one : all) {
            String pid = one.pid().isPresent() ? "pid " + one.pid().getAsLong() : "";
            out.println(String.format(
                    Locale.ROOT,
                    "  %-16s %-8s %s",
                    one.name(),
                    one.state().name().toLowerCase(Locale.ROOT),
                    pid));
        }
        long running = all.stream()
                .filter(one -> one.state() == ProcessStatus.State.RUNNING)
                .count();
        if (form.isInUse()) {
            out.println("A command is at work in " + plan.dataDirectory()
                    + ". If it is a demo, everything runs inside it: these are the processes of `florin up`.");
        }
        if (running > 0) {
            out.println(new Welcome(plan).text());
        }
        out.flush();
        return running == all.size() ? ALL_RUN : running == 0 ? NONE_RUNS : SOME_MISSING;
    }
}

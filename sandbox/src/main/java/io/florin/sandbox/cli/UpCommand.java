package io.florin.sandbox.cli;

import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.run.ProcessForm;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(name = "up", description = "Starts every service as a process of its own; they stay when this command ends.")
final class UpCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private DataOptions options = new DataOptions();

    @Override
    public void run() {
        SandboxPlan plan = options.plan();
        var out = spec.commandLine().getOut();
        new ProcessForm(plan).up(name -> {
            out.println("  ready  " + name);
            out.flush();
        });
        out.println(new Welcome(plan).text());
        out.flush();
    }
}

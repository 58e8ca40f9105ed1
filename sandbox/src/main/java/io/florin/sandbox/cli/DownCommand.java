package io.florin.sandbox.cli;

import io.florin.sandbox.run.ProcessForm;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(name = "down", description = "Stops the processes that `up` started; their data stay.")
final class DownCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private DataOptions options = new DataOptions();

    @Override
    public void run() {
        var out = spec.commandLine().getOut();
        new ProcessForm(options.plan()).down(name -> {
            out.println("  stopped  " + name);
            out.flush();
        });
    }
}

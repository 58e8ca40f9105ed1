package io.florin.sandbox.cli;

import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.run.OneJvm;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(name = "demo", description = "Starts everything in one JVM and stays up until Ctrl-C.")
final class DemoCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private DataOptions options = new DataOptions();

    @Override
    public void run() {
        SandboxPlan plan = options.plan();
        Path log = LogFile.open(plan.dataDirectory());
        var out = spec.commandLine().getOut();
        out.println("Starting Florin; logs in " + log);
        out.flush();
        OneJvm sandbox = OneJvm.start(plan, name -> {
            out.println("  ready  " + name);
            out.flush();
        });
        Runtime.getRuntime().addShutdownHook(new Thread(sandbox::close, "sandbox-stop"));
        out.println(new Welcome(plan).text());
        out.println("Ctrl-C stops it.");
        out.flush();
        awaitInterrupt();
    }

    private static void awaitInterrupt() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

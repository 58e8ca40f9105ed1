package io.florin.benchmarks;

import io.florin.benchmarks.committer.CommitterBench;
import io.florin.benchmarks.crypto.CryptoBench;
import io.florin.benchmarks.edge.EdgeBench;
import io.florin.benchmarks.instant.InstantBench;
import io.florin.benchmarks.platform.PlatformBench;
import io.florin.wallet.cli.CommandHelp;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `./florin bench NAME`: results go to standard output, one JSON line each, and everything else to standard error. A
/// benchmark whose answers were wrong prints no result and exits with 1.
@Command(
        name = "florin bench",
        description = "Takes measurements; every result is one JSON line on standard output.",
        subcommands = {
            CommitterBench.class,
            PlatformBench.class,
            CryptoBench.class,
            EdgeBench.class,
            InstantBench.class,
            CommandLine.HelpCommand.class
        })
public final class BenchCommand implements Runnable {
    private static final int FAILED = 1;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public static void main(String[] args) {
        Runtime.getRuntime().exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return CommandHelp.in(new CommandLine(new BenchCommand()))
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    PrintWriter err = command.getErr();
                    if (failure instanceof BenchFailure) {
                        err.println("bench: " + failure.getMessage());
                    } else {
                        failure.printStackTrace(err);
                    }
                    err.flush();
                    return FAILED;
                });
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getErr());
    }
}

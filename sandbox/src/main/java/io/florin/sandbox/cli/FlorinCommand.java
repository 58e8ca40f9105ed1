package io.florin.sandbox.cli;

import io.florin.runtime.Failure;
import io.florin.sandbox.kafka.KafkaStartException;
import io.florin.sandbox.postgres.PostgresException;
import io.florin.sandbox.process.ProcessException;
import io.florin.sandbox.run.SandboxException;
import io.florin.wallet.cli.CommandHelp;
import java.io.PrintWriter;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The Java side of the `florin` script.
@Command(
        name = "florin",
        description = "A central-bank digital currency on one machine.",
        subcommands = {
            DemoCommand.class,
            UpCommand.class,
            DownCommand.class,
            StatusCommand.class,
            GenesisCommand.class,
            CeremonyCommand.class,
            ChaosCommand.class,
            WhoSeesWhatCommand.class,
            CommandLine.HelpCommand.class
        })
public final class FlorinCommand implements Runnable {
    private static final int FAILED = 1;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    public static void main(String[] args) {
        int status = commandLine().execute(args);
        Runtime.getRuntime().exit(status);
    }

    static CommandLine commandLine() {
        return CommandHelp.in(new CommandLine(new FlorinCommand()))
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    report(command.getErr(), failure);
                    return FAILED;
                });
    }

    /// Failures that a person can act on are told in one line; everything else keeps its stack trace.
    private static void report(PrintWriter err, Exception failure) {
        if (failure instanceof SandboxException
                || failure instanceof ProcessException
                || failure instanceof Failure
                || failure instanceof PostgresException
                || failure instanceof KafkaStartException) {
            err.println(failure.getMessage());
            LoggerFactory.getLogger(FlorinCommand.class).error("command failed", failure);
        } else {
            failure.printStackTrace(err);
        }
        err.flush();
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}

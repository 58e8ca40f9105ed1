package io.florin.wallet.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// `-h` and `--help` of a command and of all commands below it, where they have none of their own.
public final class CommandHelp {
    private static final String LONG = "--help";

    private CommandHelp() {}

    /// @return the same command line
    public static CommandLine in(CommandLine command) {
        if (command.getCommandSpec().findOption(LONG) == null) {
            command.getCommandSpec()
                    .addOption(OptionSpec.builder("-h", LONG)
                            .usageHelp(true)
                            .description("Shows this help.")
                            .build());
        }
        command.getSubcommands().values().forEach(CommandHelp::in);
        return command;
    }
}

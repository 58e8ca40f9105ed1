package io.florin.sandbox.cli;

import io.florin.sandbox.view.SeenPage;
import io.florin.sandbox.view.SeenPayment;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "who-sees-what",
        description = "Makes one page of what everybody stores of a payment, from the data directories of finished"
                + " demos, one for each model.")
final class WhoSeesWhatCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(arity = "1..*", paramLabel = "DIR", description = "Data directories of demos.")
    private List<Path> directories = List.of();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            defaultValue = "who-sees-what.html",
            description = "The page (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("who-sees-what.html");

    @Override
    public void run() {
        List<SeenPayment> payments = directories.stream().map(SeenPayment::kept).toList();
        try {
            Files.writeString(out, SeenPage.of(payments));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + out, e);
        }
        PrintWriter say = spec.commandLine().getOut();
        say.println(out.toAbsolutePath());
        SeenPage.lacking(payments)
                .forEach(model -> say.println("no demo of the model "
                        + model.name().toLowerCase(Locale.ROOT) + " among them: ./florin demo --check --privacy "
                        + model.name().toLowerCase(Locale.ROOT) + " --data DIR"));
        say.flush();
    }
}

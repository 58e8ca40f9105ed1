package io.florin.sandbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.ledger.privacy.PrivacyModel;
import io.florin.sandbox.view.SeenPayment;
import io.florin.sandbox.view.SeenPayment.At;
import io.florin.sandbox.view.SeenPayment.Named;
import io.florin.sandbox.view.Viewer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class WhoSeesWhatCommandTest {
    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void putsTheDataDirectoriesOfDemosOnOnePage() throws IOException {
        Path clear = demo(PrivacyModel.CLEAR, List.of("amount"));
        Path confidential = demo(PrivacyModel.CONFIDENTIAL, List.of());
        Path page = directory.resolve("page.html");

        assertThat(run("who-sees-what", clear.toString(), confidential.toString(), "--out", page.toString()))
                .as(err.toString())
                .isZero();

        assertThat(Files.readString(page))
                .contains("<td id=\"clear-readers\" class=\"yes\"><ul><li>amount</li></ul></td>")
                .contains("<td id=\"confidential-readers\">nothing</td>");
        assertThat(out.toString())
                .contains(page.toString(), "--privacy anonymous", "--privacy unlinkable")
                .doesNotContain("--privacy confidential", "--privacy clear");
    }

    @Test
    void saysInALineWhereNoDemoCameToItsEnd() throws IOException {
        Path page = directory.resolve("page.html");
        Path clear = demo(PrivacyModel.CLEAR, List.of());

        assertThat(run("who-sees-what", clear.toString(), directory.toString(), "--out", page.toString()))
                .isEqualTo(1);

        assertThat(err.toString()).startsWith("No demo came to its end in").doesNotContain("\tat ");
        assertThat(page).doesNotExist();
        assertThat(run("who-sees-what")).isEqualTo(2);
    }

    private Path demo(PrivacyModel model, List<String> seen) throws IOException {
        Path data = Files.createDirectory(directory.resolve(model.name()));
        new SeenPayment(
                        model,
                        "no audit",
                        List.of(new Named("amount", "1.00 FLN")),
                        List.of(new At(Viewer.READERS, seen, List.of())))
                .keep(data);
        return data;
    }

    private int run(String... arguments) {
        CommandLine commandLine = FlorinCommand.commandLine();
        commandLine.setOut(new PrintWriter(out));
        commandLine.setErr(new PrintWriter(err));
        return commandLine.execute(arguments);
    }
}

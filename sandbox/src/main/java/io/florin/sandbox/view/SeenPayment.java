package io.florin.sandbox.view;

import io.florin.ledger.privacy.PrivacyModel;
import io.florin.sandbox.run.SandboxException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Findings about one payment in the stores of one network, as a data directory remembers it.
///
/// @param audit how the auditor takes part, for people
/// @param facts all that was looked for
/// @param places where, in the order of the page
public record SeenPayment(PrivacyModel model, String audit, List<Named> facts, List<At> places) {
    private static final String FILE = "who-sees-what.json";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    public SeenPayment {
        facts = List.copyOf(facts);
        places = List.copyOf(places);
    }

    /// A fact and its value, for people.
    public record Named(String name, String value) {}

    /// One party's findings.
    ///
    /// @param seen names of the facts that stand there
    public record At(Viewer viewer, List<String> seen, List<Kept> kept) {
        public At {
            seen = List.copyOf(seen);
            kept = List.copyOf(kept);
        }
    }

    /// Something in a store, in words.
    public record Kept(String where, List<String> lines) {
        public Kept {
            lines = List.copyOf(lines);
        }
    }

    /// Names of the facts that a party's stores show.
    ///
    /// @return empty if the network has no such party
    public Optional<List<String>> seenBy(Viewer viewer) {
        return places.stream()
                .filter(place -> place.viewer() == viewer)
                .map(At::seen)
                .findFirst();
    }

    /// Leaves it in the data directory of the network that it was read from.
    public void keep(Path dataDirectory) {
        try {
            Files.write(dataDirectory.resolve(FILE), JSON.writeValueAsBytes(this));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write who sees what", e);
        }
    }

    /// @throws SandboxException if no demo came to its end in the directory
    public static SeenPayment kept(Path dataDirectory) {
        Path file = dataDirectory.resolve(FILE);
        if (!Files.exists(file)) {
            throw new SandboxException("No demo came to its end in " + dataDirectory + ": there is no " + FILE + ".");
        }
        try {
            return JSON.readValue(file, SeenPayment.class);
        } catch (JacksonException | NullPointerException e) {
            throw new SandboxException("The file " + file + " is damaged. Run the demo in that directory again.", e);
        }
    }
}

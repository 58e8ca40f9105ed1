package io.florin.ledger.vectors;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/// The recorded encodings: written once by [#main], compared for ever after. A change of a wire format shows as a
/// change of `ledger-v1.txt`; it needs a new version number in the format, never a new recording of the old one.
final class LedgerVectors {

    static final String RESOURCE = "/vectors/ledger-v1.txt";

    private static final String HEAD = """
        # Recorded encodings of the ledger, version 1: `<name>.bytes` is the canonical encoding in hex, other lines are
        # ids, hashes and signed messages computed from the decoded value.
        #
        # Written by io.florin.ledger.vectors.LedgerVectors, never by hand, from the fixed seed %d:
        #   java -cp <test class path of common/ledger> io.florin.ledger.vectors.LedgerVectors <this file>
        # Add lines for new formats; a line that changes is a change of the wire format.
        """.formatted(Specimens.SEED);

    private LedgerVectors() {}

    public static void main(String[] arguments) throws IOException {
        StringBuilder text = new StringBuilder(HEAD);
        computed()
                .forEach((name, hex) ->
                        text.append(name).append(" = ").append(hex).append('\n'));
        Files.writeString(Path.of(arguments[0]), text);
    }

    /// All lines as the code computes them now.
    static Map<String, String> computed() {
        Map<String, String> lines = new LinkedHashMap<>();
        for (Specimen specimen : Specimens.all()) {
            lines.put(specimen.name() + ".bytes", HexFormat.of().formatHex(specimen.bytes()));
            specimen.read(specimen.bytes())
                    .derived()
                    .forEach((name, value) -> lines.put(specimen.name() + "." + name, value));
        }
        return lines;
    }

    /// All lines of the file.
    static Map<String, String> recorded() throws IOException {
        Map<String, String> lines = new LinkedHashMap<>();
        try (var file = LedgerVectors.class.getResourceAsStream(RESOURCE)) {
            if (file == null) {
                throw new IOException("no resource " + RESOURCE);
            }
            new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" = ", 2))
                    .forEach(pair -> lines.put(pair[0], pair[1]));
        }
        return lines;
    }
}

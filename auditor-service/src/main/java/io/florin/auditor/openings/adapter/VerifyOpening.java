package io.florin.auditor.openings.adapter;

import io.florin.auditor.openings.EvidenceVerifier;
import io.florin.auditor.openings.EvidenceVerifier.Verdict;
import io.florin.auditor.openings.OpeningEvidence;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// `florin verify-opening FILE [--network ID]`: checks the evidence of an opening, with no network.
public final class VerifyOpening {
    private static final String NETWORK = "--network";
    private static final int VALID = 0;
    private static final int INVALID = 1;
    private static final int USAGE = 2;

    private VerifyOpening() {}

    public static void main(String[] arguments) {
        Runtime.getRuntime().exit(run(Arrays.asList(arguments), System.out, System.err));
    }

    /// @return 0 valid, 1 invalid, 2 asked wrongly
    public static int run(List<String> arguments, PrintStream out, PrintStream err) {
        boolean form = arguments.size() == 1
                || arguments.size() == 3 && arguments.get(1).equals(NETWORK);
        if (!form) {
            err.println("Usage: verify-opening FILE [--network ID]");
            err.println("Without the network's id from elsewhere the file is believed to be of the right network.");
            return USAGE;
        }
        Optional<NetworkId> expected;
        byte[] file;
        try {
            expected = arguments.size() == 1
                    ? Optional.empty()
                    : Optional.of(new NetworkId(Bytes32.fromHex(arguments.get(2))));
            Path path = Path.of(arguments.getFirst());
            if (Files.size(path) > EvidenceFile.SIZE_MAX) {
                err.println("The file is too large to be evidence.");
                return USAGE;
            }
            file = Files.readAllBytes(path);
        } catch (IOException | IllegalArgumentException unusable) {
            err.println("Cannot be read: " + unusable.getMessage());
            return USAGE;
        }
        return tell(file, expected, out);
    }

    private static int tell(byte[] file, Optional<NetworkId> expected, PrintStream out) {
        OpeningEvidence evidence;
        try {
            evidence = EvidenceFile.read(file);
        } catch (IllegalArgumentException malformed) {
            out.println("INVALID form: " + malformed.getMessage());
            return INVALID;
        }
        return switch (new EvidenceVerifier(new SecureRandom()).verify(evidence, expected)) {
            case Verdict.Invalid(String item, String why) -> {
                out.println("INVALID " + item + ": " + why);
                yield INVALID;
            }
            case Verdict.Valid(var facts) -> {
                out.println("VALID");
                facts.forEach((label, value) -> out.printf("  %-14s %s%n", label, value));
                if (expected.isEmpty()) {
                    out.println(
                            "Compare the network's id with one that you have from elsewhere, or give it by --network.");
                }
                yield VALID;
            }
        };
    }
}

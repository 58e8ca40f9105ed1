package io.florin.auditor.openings.adapter;

import io.florin.auditor.openings.EvidenceVerifier;
import io.florin.auditor.openings.EvidenceVerifier.Verdict;
import io.florin.auditor.openings.OpeningEvidence;
import io.florin.crypto.Bytes32;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.NetworkId;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// `florin verify-opening FILE [--network ID] [--enrollment ID]`: checks the evidence of an opening, with no network.
public final class VerifyOpening {
    private static final String NETWORK = "--network";
    private static final String ENROLLMENT = "--enrollment";
    private static final Set<String> HELP = Set.of("-h", "--help", "help");
    private static final String USAGE_TEXT = """
        Usage: florin verify-opening FILE [--network ID] [--enrollment ID]
        Without the network's id from elsewhere the file is believed to be of the right network.
        With an enrollment id it says where that takes part, whether the auditor named it or not.\
        """;
    private static final int VALID = 0;
    private static final int INVALID = 1;
    private static final int USAGE = 2;

    private VerifyOpening() {}

    public static void main(String[] arguments) {
        Runtime.getRuntime().exit(run(Arrays.asList(arguments), System.out, System.err));
    }

    private static final class Misuse extends RuntimeException {
        private static final long serialVersionUID = 1;

        Misuse(String why) {
            super(why, null, false, false);
        }
    }

    /// The question.
    private record Question(byte[] file, Optional<NetworkId> network, Optional<Scalar> enrollment) {}

    /// @return 0 valid or help wanted, 1 invalid, 2 asked wrongly
    public static int run(List<String> arguments, PrintStream out, PrintStream err) {
        if (arguments.size() == 1 && HELP.contains(arguments.getFirst())) {
            out.println(USAGE_TEXT);
            return VALID;
        }
        try {
            return tell(question(arguments), out);
        } catch (Misuse misuse) {
            err.println(misuse.getMessage());
            err.println(USAGE_TEXT);
            return USAGE;
        }
    }

    private static Question question(List<String> arguments) {
        if (arguments.isEmpty() || arguments.size() % 2 == 0) {
            throw new Misuse("A file, and options with a value each.");
        }
        Optional<NetworkId> network = Optional.empty();
        Optional<Scalar> enrollment = Optional.empty();
        try {
            for (int i = 1; i < arguments.size(); i += 2) {
                Bytes32 value = Bytes32.fromHex(arguments.get(i + 1));
                if (arguments.get(i).equals(NETWORK) && network.isEmpty()) {
                    network = Optional.of(new NetworkId(value));
                } else if (arguments.get(i).equals(ENROLLMENT) && enrollment.isEmpty()) {
                    enrollment = Optional.of(Scalar.ofCanonical(value.toArray()));
                } else {
                    throw new Misuse("Not an option, or twice: " + arguments.get(i));
                }
            }
            Path path = Path.of(arguments.getFirst());
            if (Files.size(path) > EvidenceFile.SIZE_MAX) {
                throw new Misuse("The file is too large to be evidence.");
            }
            return new Question(Files.readAllBytes(path), network, enrollment);
        } catch (IOException | IllegalArgumentException unusable) {
            throw new Misuse("Cannot be read: " + unusable.getMessage());
        }
    }

    private static int tell(Question question, PrintStream out) {
        OpeningEvidence evidence;
        try {
            evidence = EvidenceFile.read(question.file());
        } catch (IllegalArgumentException malformed) {
            out.println("INVALID form: " + malformed.getMessage());
            return INVALID;
        }
        return switch (new EvidenceVerifier(new SecureRandom()).verify(evidence, question.network())) {
            case Verdict.Invalid(String item, String why) -> {
                out.println("INVALID " + item + ": " + why);
                yield INVALID;
            }
            case Verdict.Valid(var facts) -> {
                out.println("VALID");
                facts.forEach((label, value) -> out.printf("  %-14s %s%n", label, value));
                question.enrollment()
                        .map(evidence::parts)
                        .ifPresent(parts -> out.println(
                                parts.isEmpty()
                                        ? "The enrollment takes no part in it."
                                        : "The enrollment is " + String.join(" and ", parts) + "."));
                if (question.network().isEmpty()) {
                    out.println(
                            "Compare the network's id with one that you have from elsewhere, or give it by --network.");
                }
                yield VALID;
            }
        };
    }
}

package io.florin.wallet.instant.adapter;

import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.RailCommittee;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.TransferOrder;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// `florin verify-payment FILE --committee FILE --network ID`: judges the file of a final payment, with no network. The
/// committee of the payment's epoch, encoded as the network's configuration has it, and the network's id come from
/// elsewhere: a file that brought its own would prove nothing.
public final class VerifyPayment {
    private static final String COMMITTEE = "--committee";
    private static final String NETWORK = "--network";
    private static final Set<String> HELP = Set.of("-h", "--help", "help");
    private static final String CALLED = "Usage: florin verify-payment FILE --committee FILE --network ID";
    private static final String MEANT =
            "The committee is that of the payment's epoch, from the network's configuration.";
    private static final int VALID = 0;
    private static final int INVALID = 1;
    private static final int USAGE = 2;
    private static final long FILE_BYTES_MAX = 1024 * 1024;

    private VerifyPayment() {}

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
    private record Question(byte[] file, RailCommittee committee, NetworkId network, CommitteeVerifier verifier) {}

    /// @return 0 valid or help wanted, 1 invalid, 2 asked wrongly
    public static int run(List<String> arguments, PrintStream out, PrintStream err) {
        if (arguments.size() == 1 && HELP.contains(arguments.getFirst())) {
            out.println(CALLED);
            out.println(MEANT);
            return VALID;
        }
        try {
            return tell(question(arguments), out);
        } catch (Misuse misuse) {
            err.println(misuse.getMessage());
            err.println(CALLED);
            err.println(MEANT);
            return USAGE;
        }
    }

    private static Question question(List<String> arguments) {
        if (arguments.size() != 5) {
            throw new Misuse("A file, the committee's file and the network's id.");
        }
        Map<String, String> options = new HashMap<>();
        for (int i = 1; i < arguments.size(); i += 2) {
            options.put(arguments.get(i), arguments.get(i + 1));
        }
        String committee = options.get(COMMITTEE);
        String network = options.get(NETWORK);
        if (committee == null || network == null) {
            throw new Misuse("Both " + COMMITTEE + " and " + NETWORK + " are needed.");
        }
        try {
            var decoded = RailCommittee.decode(read(committee));
            var id = new NetworkId(Bytes32.fromHex(network));
            // a committee with a key that is none is no committee: found here, and not when it judges
            return new Question(read(arguments.getFirst()), decoded, id, decoded.verifier(id, new SecureRandom()));
        } catch (IOException | DecodeException | IllegalArgumentException unusable) {
            throw new Misuse("Cannot be read: " + unusable.getMessage());
        }
    }

    private static byte[] read(String name) throws IOException {
        Path path = Path.of(name);
        if (Files.size(path) > FILE_BYTES_MAX) {
            throw new Misuse("Too large to be such a file: " + name);
        }
        return Files.readAllBytes(path);
    }

    private static int tell(Question question, PrintStream out) {
        FinalPayment payment;
        try {
            payment = FinalPayment.decode(question.file());
        } catch (DecodeException malformed) {
            out.println("INVALID form: " + malformed.getMessage());
            return INVALID;
        }
        RailCommittee committee = question.committee();
        Optional<RailRefusal> refusal = payment.refusal(committee.scope(question.network()), question.verifier());
        if (refusal.isPresent()) {
            out.println("INVALID " + refusal.get().code() + ": " + refusal.get().explanation());
            return INVALID;
        }
        TransferOrder order = payment.order();
        out.println("VALID");
        out.printf("  %-12s %s%n", "payment", payment.orderId().toHex());
        out.printf("  %-12s rail %d, epoch %d%n", "on", committee.rail().value(), committee.epoch());
        out.printf("  %-12s %s%n", "from", order.sender().value().toHex());
        out.printf("  %-12s %s%n", "to", recipient(order.recipient()));
        out.printf("  %-12s %d%n", "minor units", order.amount().minorUnits());
        out.printf("  %-12s %d%n", "sequence", order.sequence());
        out.printf("  %-12s %s%n", "user data", order.userData().toHex());
        return VALID;
    }

    private static String recipient(RailRecipient recipient) {
        return switch (recipient) {
            case RailRecipient.OnRail(var account) ->
                "account " + account.value().toHex();
            case RailRecipient.OnLedger(var owner) -> "owner " + owner.value().toHex() + " of the ledger";
        };
    }
}

package io.florin.ledger.privacy;

import io.florin.crypto.commitment.Generators;
import io.florin.crypto.elgamal.ValueLimbs;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import java.util.ArrayList;
import java.util.List;

/// Encryption of a payment's hidden parts to the audit authority by twisted ElGamal: a commitment m·B + s·G and a
/// handle s·PK, which the payment's one proof ties to payers, payees and values. Part of the statement, so of the
/// transaction's id.
///
/// The points in their order, where a token's own commitment is not repeated:
///
/// - for each owner: Es = eid·Ge + w·G, Xs = w·PK;
/// - for each output XE = a·PK for the token's C = eid·Ge + a·G; in the unlinkable model, where the token has a base of
///   its own, CE = eid·Ge + a′·G and XE = a′·PK;
/// - for each output whose value is hidden, with one limb: XV = s·PK for the token's V, in the unlinkable model V and
///   XV; with two: Vhigh, Xhigh, Xlow, where Vlow = V − 2³²·Vhigh; in the unlinkable model Vlow, Xlow, Vhigh, Xhigh.
///
/// @param limbs of 32 bits in a hidden value, 1 or 2; 0 where values are in the clear
/// @param points of the prime-order group, none the identity
public record AuditCiphertexts(int limbs, List<G1> points) {
    /// The largest number of limbs.
    public static final int LIMBS_MAX = 2;

    private static final Scalar HIGH = Scalar.ofLong(1L << ValueLimbs.BITS);

    /// @throws IllegalArgumentException if limbs are out of range or a point is the identity
    public AuditCiphertexts {
        points = List.copyOf(points);
        if (limbs < 0 || limbs > LIMBS_MAX) {
            throw new IllegalArgumentException("at most " + LIMBS_MAX + " limbs");
        }
        if (points.stream().anyMatch(G1::isIdentity)) {
            throw new IllegalArgumentException("no point of a ciphertext is the identity");
        }
    }

    /// Kinds of contents of a ciphertext.
    public sealed interface Part {
        /// The enrollment id of an owner of inputs, over Ge.
        record Payer(int owner) implements Part {}

        /// The enrollment id of an output's payee, over Ge.
        record Payee(int output) implements Part {}

        /// 32 bits of an output's value, over Gv.
        ///
        /// @param limb 0 for the low ones, 1 for the high ones
        record Value(int output, int limb) implements Part {}

        /// Three bytes that no other part has: kind (1 payer, 2 payee, 3 value), index, limb.
        default byte[] encode() {
            return switch (this) {
                case Payer(int owner) -> new byte[] {1, (byte) owner, 0};
                case Payee(int output) -> new byte[] {2, (byte) output, 0};
                case Value(int output, int limb) -> new byte[] {3, (byte) output, (byte) limb};
            };
        }
    }

    /// A ciphertext as decryption takes it.
    ///
    /// @param commitment m·B + s·G
    /// @param handle s·PK
    public record Sealed(Part part, G1 commitment, G1 handle) {}

    /// All ciphertexts by what they hide.
    ///
    /// @param payers one for each owner
    /// @param payees one for each output
    /// @param values for each output its limbs, the low one first; empty where values are in the clear
    record Parts(List<Sealed> payers, List<Sealed> payees, List<List<Sealed>> values) {
        /// The limbs of all outputs in order: what range proofs are about.
        List<G1> limbCommitments() {
            return values.stream().flatMap(List::stream).map(Sealed::commitment).toList();
        }
    }

    /// Number of points.
    static int count(int owners, List<HiddenToken> outputs, int limbs) {
        int points = 2 * owners;
        for (HiddenToken output : outputs) {
            points += pointsOf(output.model(), limbs);
        }
        return points;
    }

    private static int pointsOf(PrivacyModel model, int limbs) {
        return switch (model) {
            case ANONYMOUS -> 1;
            case CONFIDENTIAL -> 2 * limbs; // XE, and all but the first commitment of 2·limbs
            case UNLINKABLE -> 2 + 2 * limbs;
            case CLEAR -> throw new IllegalArgumentException("nothing is hidden in the clear model");
        };
    }

    /// Whether limbs fit a token's model, and points the statement's parts.
    boolean fits(int owners, List<HiddenToken> outputs) {
        boolean limbsFit = outputs.stream().allMatch(output -> output.model().hidesValue() == (limbs > 0));
        return limbsFit && points.size() == count(owners, outputs, limbs);
    }

    /// All ciphertexts of a statement, as decryption takes them: payers, payees, then the limbs of each output.
    ///
    /// @throws java.util.NoSuchElementException if it has none
    public static List<Sealed> sealed(PaymentStatement statement) {
        Parts parts = statement.audit().orElseThrow().parts(statement);
        List<Sealed> all = new ArrayList<>(parts.payers());
        all.addAll(parts.payees());
        parts.values().forEach(all::addAll);
        return List.copyOf(all);
    }

    Parts parts(PaymentStatement statement) {
        return new Cursor().read(statement);
    }

    /// Takes the points one after the other.
    private final class Cursor {
        private int next;

        private G1 take() {
            return points.get(next++);
        }

        private Sealed own(Part part) {
            G1 commitment = take();
            return new Sealed(part, commitment, take());
        }

        private Parts read(PaymentStatement statement) {
            List<Sealed> payers = new ArrayList<>();
            for (int owner = 0; owner < statement.owners(); owner++) {
                payers.add(own(new Part.Payer(owner)));
            }
            List<Sealed> payees = new ArrayList<>();
            List<List<Sealed>> values = new ArrayList<>();
            for (int j = 0; j < statement.outputs().size(); j++) {
                Part.Payee payee = new Part.Payee(j);
                switch (statement.outputs().get(j)) {
                    case HiddenToken.Anonymous(G1 owner, var _) -> payees.add(new Sealed(payee, owner, take()));
                    case HiddenToken.Confidential(G1 owner, G1 value) -> {
                        payees.add(new Sealed(payee, owner, take()));
                        values.add(limbsOf(j, value));
                    }
                    case HiddenToken.Unlinkable _ -> {
                        payees.add(own(payee));
                        values.add(ownLimbs(j));
                    }
                }
            }
            return new Parts(payers, payees, values);
        }

        private List<Sealed> ownLimbs(int output) {
            List<Sealed> all = new ArrayList<>();
            for (int limb = 0; limb < limbs; limb++) {
                all.add(own(new Part.Value(output, limb)));
            }
            return all;
        }

        /// The limbs of a token's own commitment.
        private List<Sealed> limbsOf(int output, G1 value) {
            Part.Value low = new Part.Value(output, 0);
            if (limbs == 1) {
                return List.of(new Sealed(low, value, take()));
            }
            Sealed high = own(new Part.Value(output, 1));
            return List.of(new Sealed(low, lowOf(value, high.commitment()), take()), high);
        }
    }

    /// Vlow = V − 2³²·Vhigh.
    private static G1 lowOf(G1 value, G1 high) {
        return value.subtract(G1.sumOfSecretProducts(List.of(HIGH), List.of(high), ValueLimbs.BITS + 1));
    }

    /// A commitment over the base of ids, in constant time.
    static G1 enrollment(Scalar id, Scalar blinding) {
        return G1.sumOfSecretProducts(List.of(id, blinding), List.of(Generators.ENROLLMENT, Generators.BLINDING));
    }

    /// The code that the encoding of a statement has for the presence and form of ciphertexts, two bits; zero for none.
    int form() {
        return limbs + 1;
    }

    void writeTo(CanonicalWriter writer) {
        points.forEach(point -> writer.fixed(point.encode()));
    }

    /// Reads the ciphertexts of a form other than zero.
    ///
    /// @throws IllegalArgumentException if a point is malformed, outside the group or the identity
    static AuditCiphertexts readFrom(int form, int owners, List<HiddenToken> outputs, CanonicalReader reader) {
        int limbs = form - 1;
        int count = count(owners, outputs, limbs);
        List<G1> points = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            points.add(G1.decode(reader.fixed(G1.SIZE)));
        }
        return new AuditCiphertexts(limbs, points);
    }
}

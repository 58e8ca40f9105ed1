package io.florin.ledger.privacy;

import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.TokenOpening;
import io.florin.ledger.Amount;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import java.util.List;
import java.util.random.RandomGenerator;

/// Opening of a token, known to its owner; it travels to the payee as an encrypted note. 104 bytes. Prints nothing;
/// equality is identity.
public final class HiddenOpening {
    /// Bytes in an encoding.
    public static final int SIZE = 3 * Scalar.SIZE + Long.BYTES;

    private final Scalar enrollment;
    private final Amount amount;
    private final Scalar ownerBlinding;
    private final Scalar valueBlinding;

    public HiddenOpening(Scalar enrollment, Amount amount, Scalar ownerBlinding, Scalar valueBlinding) {
        this.enrollment = enrollment;
        this.amount = amount;
        this.ownerBlinding = ownerBlinding;
        this.valueBlinding = valueBlinding;
    }

    /// The opening of a new token for a payee.
    ///
    /// @param random a `SecureRandom` outside tests
    public static HiddenOpening fresh(Scalar enrollment, Amount amount, RandomGenerator random) {
        return new HiddenOpening(enrollment, amount, Scalar.random(random), Scalar.random(random));
    }

    /// The token of this opening, in constant time. A payee compares it with the ledger's.
    ///
    /// @param bases of the statement that creates the token
    /// @param index the output's place
    public HiddenToken commit(OutputBases bases, int index) {
        G1 owner = product(enrollment, bases.ownerBase(index), ownerBlinding);
        return switch (bases.model()) {
            case ANONYMOUS -> new HiddenToken.Anonymous(owner, amount);
            case CONFIDENTIAL -> new HiddenToken.Confidential(owner, value(bases, index));
            case UNLINKABLE -> new HiddenToken.Unlinkable(owner, value(bases, index));
            case CLEAR -> throw new IllegalArgumentException("nothing is hidden in the clear model");
        };
    }

    private G1 value(OutputBases bases, int index) {
        return product(Scalar.ofLong(amount.minorUnits()), bases.valueBase(index), valueBlinding);
    }

    private static G1 product(Scalar secret, G1 base, Scalar blinding) {
        return G1.sumOfSecretProducts(List.of(secret, blinding), List.of(base, Generators.BLINDING));
    }

    /// All of it, for what hedges randomness with secrets.
    List<Scalar> secrets() {
        return List.of(enrollment, Scalar.ofLong(amount.minorUnits()), ownerBlinding, valueBlinding);
    }

    /// The same owner and value over other commitments.
    ///
    /// @param blindings of owner and value, and what follows them
    HiddenOpening reblinded(List<Scalar> blindings) {
        return new HiddenOpening(enrollment, amount, blindings.get(0), blindings.get(1));
    }

    public Scalar enrollment() {
        return enrollment;
    }

    public Amount amount() {
        return amount;
    }

    public Scalar ownerBlinding() {
        return ownerBlinding;
    }

    public Scalar valueBlinding() {
        return valueBlinding;
    }

    /// The opening in the form that certification takes.
    public TokenOpening forCertification() {
        return new TokenOpening(enrollment, Scalar.ofLong(amount.minorUnits()), ownerBlinding, valueBlinding);
    }

    /// The content of a note.
    public byte[] encode() {
        return new CanonicalWriter(SIZE)
                .fixed(enrollment.toBytes())
                .u63(amount.minorUnits())
                .fixed(ownerBlinding.toBytes())
                .fixed(valueBlinding.toBytes())
                .toByteArray();
    }

    /// Reads what [#encode] writes.
    ///
    /// @throws io.florin.ledger.codec.DecodeException if it is anything else
    public static HiddenOpening decode(byte[] bytes) {
        return CanonicalReader.decode(
                bytes,
                reader -> new HiddenOpening(scalar(reader), Amount.of(reader.u63()), scalar(reader), scalar(reader)));
    }

    private static Scalar scalar(CanonicalReader reader) {
        return Scalar.ofCanonical(reader.fixed(Scalar.SIZE));
    }

    @Override
    public String toString() {
        return "HiddenOpening";
    }
}

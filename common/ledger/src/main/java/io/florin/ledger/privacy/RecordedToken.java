package io.florin.ledger.privacy;

import io.florin.crypto.Bytes;
import io.florin.crypto.group.G1;
import io.florin.ledger.Amount;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/// A hidden token as a settlement transaction records it: bytes of the right form, whose points nobody has computed
/// with. A committer orders and stores them and has no use for points, which cost 45 µs each to check. Endorsers have
/// checked them before they signed; whoever computes with them checks them again with [#open], since enough endorsers
/// together can sign anything.
///
/// @param encoded 56 or 96 bytes: points in compressed form, none the identity, x below the field's prime; the amount,
///     where it is shown, above zero
public record RecordedToken(PrivacyModel model, Bytes encoded) {

    public RecordedToken {
        byte[] bytes = encoded.toArray();
        if (bytes.length != size(model)) {
            throw new IllegalArgumentException("a token of another size");
        }
        for (int at = 0; at + G1.SIZE <= bytes.length; at += G1.SIZE) {
            if (!G1.hasForm(Arrays.copyOfRange(bytes, at, at + G1.SIZE))) {
                throw new IllegalArgumentException("not the form of a point");
            }
        }
        if (model == PrivacyModel.ANONYMOUS && minorUnits(bytes) <= 0) {
            throw new IllegalArgumentException("a token has a value above zero, in 63 bits");
        }
    }

    public static RecordedToken of(HiddenToken token) {
        return new RecordedToken(token.model(), Bytes.of(token.encode()));
    }

    /// Reads all of the bytes as what is recorded of a token of the model.
    ///
    /// @throws IllegalArgumentException if they have not its form
    public static RecordedToken of(PrivacyModel model, byte[] bytes) {
        return new RecordedToken(model, Bytes.of(bytes));
    }

    /// Reads what is recorded of a token of the model.
    ///
    /// @throws IllegalArgumentException if it has not its form
    public static RecordedToken readFrom(PrivacyModel model, CanonicalReader reader) {
        return of(model, reader.fixed(size(model)));
    }

    /// The bytes that the ledger stores, as [HiddenToken#encode].
    public byte[] encode() {
        return encoded.toArray();
    }

    public void writeTo(CanonicalWriter writer) {
        writer.fixed(encoded.toArray());
    }

    /// The token, its points with their subgroup checks.
    ///
    /// @throws io.florin.ledger.codec.DecodeException if a point is not in the group
    public HiddenToken open() {
        return HiddenToken.decode(model, encoded.toArray());
    }

    /// Its value, where that is shown.
    public Optional<Amount> amount() {
        return model == PrivacyModel.ANONYMOUS
                ? Optional.of(Amount.of(minorUnits(encoded.toArray())))
                : Optional.empty();
    }

    private static long minorUnits(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getLong(G1.SIZE);
    }

    private static int size(PrivacyModel model) {
        return switch (model) {
            case ANONYMOUS -> G1.SIZE + Long.BYTES;
            case CONFIDENTIAL, UNLINKABLE -> 2 * G1.SIZE;
            case CLEAR -> throw new IllegalArgumentException("a clear token is no hidden one");
        };
    }
}

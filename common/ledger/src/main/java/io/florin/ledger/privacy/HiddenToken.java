package io.florin.ledger.privacy;

import io.florin.crypto.group.G1;
import io.florin.ledger.Amount;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;

/// A token as the ledger stores it, in the form of its model. All points are in the prime-order group and none is the
/// identity; decoding checks it.
public sealed interface HiddenToken {
    /// The model whose form this is.
    PrivacyModel model();

    /// The commitment to the owner's enrollment id.
    G1 owner();

    /// The owner hidden, the value not. 56 bytes.
    ///
    /// @param owner C = eid·Ge + a·G
    /// @param amount above zero
    record Anonymous(G1 owner, Amount amount) implements HiddenToken {
        public Anonymous {
            requireGroupElement(owner);
            if (amount.isZero()) {
                throw new IllegalArgumentException("a token has a value above zero");
            }
        }

        @Override
        public PrivacyModel model() {
            return PrivacyModel.ANONYMOUS;
        }
    }

    /// Owner and value hidden. 96 bytes.
    ///
    /// @param owner C = eid·Ge + a·G
    /// @param value V = v·Gv + s·G
    record Confidential(G1 owner, G1 value) implements HiddenToken {
        public Confidential {
            requireGroupElement(owner);
            requireGroupElement(value);
        }

        @Override
        public PrivacyModel model() {
            return PrivacyModel.CONFIDENTIAL;
        }
    }

    /// Owner and value over the token's own base H, for certifiers to sign. 96 bytes.
    ///
    /// @param owner A = eid·H + a·G
    /// @param value B = v·H + b·G
    record Unlinkable(G1 owner, G1 value) implements HiddenToken {
        public Unlinkable {
            requireGroupElement(owner);
            requireGroupElement(value);
        }

        @Override
        public PrivacyModel model() {
            return PrivacyModel.UNLINKABLE;
        }
    }

    /// The bytes that the ledger stores, without the model, which the namespace fixes.
    default byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(2 * G1.SIZE);
        writeTo(writer);
        return writer.toByteArray();
    }

    /// Appends the bytes of [#encode].
    default void writeTo(CanonicalWriter writer) {
        switch (this) {
            case Anonymous(G1 owner, Amount amount) ->
                writer.fixed(owner.encode()).u63(amount.minorUnits());
            case Confidential(G1 owner, G1 value) ->
                writer.fixed(owner.encode()).fixed(value.encode());
            case Unlinkable(G1 owner, G1 value) -> writer.fixed(owner.encode()).fixed(value.encode());
        }
    }

    /// Reads a token of the model, points with their subgroup checks.
    ///
    /// @throws IllegalArgumentException if it is anything else
    static HiddenToken readFrom(PrivacyModel model, CanonicalReader reader) {
        G1 owner = G1.decode(reader.fixed(G1.SIZE));
        return switch (model) {
            case ANONYMOUS -> new Anonymous(owner, Amount.of(reader.u63()));
            case CONFIDENTIAL -> new Confidential(owner, G1.decode(reader.fixed(G1.SIZE)));
            case UNLINKABLE -> new Unlinkable(owner, G1.decode(reader.fixed(G1.SIZE)));
            case CLEAR -> throw new IllegalArgumentException("a clear token is no hidden one");
        };
    }

    /// Reads all of the bytes as a token of the model.
    ///
    /// @throws io.florin.ledger.codec.DecodeException if it is anything else
    static HiddenToken decode(PrivacyModel model, byte[] bytes) {
        return CanonicalReader.decode(bytes, reader -> readFrom(model, reader));
    }

    private static void requireGroupElement(G1 point) {
        if (point.isIdentity()) {
            throw new IllegalArgumentException("no point of a token is the identity");
        }
    }
}

package io.florin.wallet.notes;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.seal.SealedBox;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.codec.Domain;
import io.florin.ledger.token.Token;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// What a note says: the opening of its output (the token) and the references of the payment. Sealed to the payee's
/// note key; nothing in the sealed bytes tells for whom it is.
///
/// @param token the output
/// @param endToEndId at most 35 characters, may be empty
/// @param uetr at most 36 characters, may be empty
/// @param remittance at most 140 characters, may be empty
/// @param payer the payer's account or address as it wants to be seen, at most 100 characters, may be empty
public record NoteContent(Token token, String endToEndId, String uetr, String remittance, String payer) {

    private static final int VERSION = 1;
    private static final int TEXT_MAX = 400;

    public static NoteContent bare(Token token) {
        return new NoteContent(token, "", "", "", "");
    }

    /// @throws IllegalArgumentException when the texts are too long for a note of 512 bytes
    public Bytes seal(NetworkId network, Bytes32 noteKey, RandomGenerator random) {
        CanonicalWriter writer = new CanonicalWriter(256).u8(VERSION);
        token.writeTo(writer);
        byte[] plaintext =
                writer.text(endToEndId).text(uetr).text(remittance).text(payer).toByteArray();
        Bytes sealed = SealedBox.seal(noteKey, plaintext, associated(network), random);
        if (sealed.size() > ClientTransaction.NOTE_SIZE_MAX) {
            throw new IllegalArgumentException("the texts of a note are too long");
        }
        return sealed;
    }

    /// Empty when the note is not for this key, or says something else than the network's notes do.
    public static Optional<NoteContent> open(NetworkId network, X25519KeyPair key, Bytes sealed) {
        return SealedBox.open(key, sealed.toArray(), associated(network)).flatMap(NoteContent::decode);
    }

    private static Optional<NoteContent> decode(byte[] plaintext) {
        try {
            return Optional.of(CanonicalReader.decode(plaintext, reader -> {
                if (reader.u8() != VERSION) {
                    throw new DecodeException("unknown note version");
                }
                return new NoteContent(
                        Token.readFrom(reader),
                        reader.text(TEXT_MAX),
                        reader.text(TEXT_MAX),
                        reader.text(TEXT_MAX),
                        reader.text(TEXT_MAX));
            }));
        } catch (DecodeException e) {
            return Optional.empty();
        }
    }

    private static byte[] associated(NetworkId network) {
        return Domain.NOTE.message(network, new byte[0]);
    }
}

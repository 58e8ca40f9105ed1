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
import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Contents of a note: the opening of its output (the token), the references of the payment and who pays. Sealed to the
/// payee's note key; nothing in the sealed bytes tells for whom it is, and all of them have 512 bytes, so that no
/// length tells what was written.
///
/// @param token the output
/// @param endToEndId at most 35 characters, may be empty
/// @param uetr at most 36 characters, may be empty
/// @param remittance at most 140 characters, may be empty
/// @param payer the payer's account or address as it wants to be seen, at most 100 characters, may be empty
/// @param payerName as the payer's bank knows its customer, at most 140 bytes of UTF-8; empty where no bank pays
public record NoteContent(
        Token token, String endToEndId, String uetr, String remittance, String payer, String payerName) {

    private static final int VERSION = 2;
    /// Without the payer's name and of any length; some stand in ledgers that began before.
    private static final int UNPADDED = 1;

    private static final int TEXT_MAX = 400;
    private static final int PLAINTEXT_SIZE = ClientTransaction.NOTE_SIZE_MAX - SealedBox.OVERHEAD;

    /// Of a payer without a name.
    public NoteContent(Token token, String endToEndId, String uetr, String remittance, String payer) {
        this(token, endToEndId, uetr, remittance, payer, "");
    }

    public static NoteContent bare(Token token) {
        return new NoteContent(token, "", "", "", "");
    }

    /// @throws IllegalArgumentException when the texts are too long for a note of 512 bytes
    public Bytes seal(NetworkId network, Bytes32 noteKey, RandomGenerator random) {
        CanonicalWriter writer = new CanonicalWriter(PLAINTEXT_SIZE).u8(VERSION);
        token.writeTo(writer);
        byte[] content = writer.text(endToEndId)
                .text(uetr)
                .text(remittance)
                .text(payer)
                .text(payerName)
                .toByteArray();
        if (content.length > PLAINTEXT_SIZE) {
            throw new IllegalArgumentException("the texts of a note are too long");
        }
        return SealedBox.seal(noteKey, Arrays.copyOf(content, PLAINTEXT_SIZE), associated(network), random);
    }

    /// Empty when the note is not for this key, or says something else than the network's notes do.
    public static Optional<NoteContent> open(NetworkId network, X25519KeyPair key, Bytes sealed) {
        return SealedBox.open(key, sealed.toArray(), associated(network)).flatMap(NoteContent::decode);
    }

    private static Optional<NoteContent> decode(byte[] plaintext) {
        try {
            return Optional.of(CanonicalReader.decode(plaintext, reader -> {
                int version = reader.u8();
                if (version != VERSION && version != UNPADDED) {
                    throw new DecodeException("unknown note version");
                }
                NoteContent note = new NoteContent(
                        Token.readFrom(reader),
                        reader.text(TEXT_MAX),
                        reader.text(TEXT_MAX),
                        reader.text(TEXT_MAX),
                        reader.text(TEXT_MAX),
                        version == UNPADDED ? "" : reader.text(TEXT_MAX));
                for (byte padding : version == UNPADDED ? new byte[0] : reader.fixed(reader.remaining())) {
                    if (padding != 0) {
                        throw new DecodeException("padding that is not zero");
                    }
                }
                return note;
            }));
        } catch (DecodeException e) {
            return Optional.empty();
        }
    }

    private static byte[] associated(NetworkId network) {
        return Domain.NOTE.message(network, new byte[0]);
    }
}

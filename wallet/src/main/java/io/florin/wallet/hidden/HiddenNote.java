package io.florin.wallet.hidden;

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
import io.florin.ledger.privacy.HiddenOpening;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Contents of a hidden currency's note: the opening of its output, references of the payment and who pays. Sealed
/// to the payee's note key (protocol decision 24). All sealed notes have 512 bytes, so that their lengths tell nothing.
/// Prints nothing.
///
/// @param opening of the output
/// @param endToEndId at most 35 characters, may be empty
/// @param uetr at most 36 characters, may be empty
/// @param remittance at most 140 characters, may be empty
/// @param payer as it wants to be seen, at most 100 characters, may be empty
/// @param payerName as the payer's bank knows its customer, at most 140 bytes of UTF-8; empty where no bank pays
public record HiddenNote(
        HiddenOpening opening, String endToEndId, String uetr, String remittance, String payer, String payerName) {

    private static final int VERSION = 3;
    /// Without the payer's name; some stand in ledgers that began before.
    private static final int NAMELESS = 2;

    private static final int TEXT_MAX = 400;
    private static final int PLAINTEXT_SIZE = ClientTransaction.NOTE_SIZE_MAX - SealedBox.OVERHEAD;

    /// Of a payer without a name.
    public HiddenNote(HiddenOpening opening, String endToEndId, String uetr, String remittance, String payer) {
        this(opening, endToEndId, uetr, remittance, payer, "");
    }

    /// A note without references: of change, or of a new token.
    public static HiddenNote bare(HiddenOpening opening) {
        return new HiddenNote(opening, "", "", "", "");
    }

    /// @param random a `SecureRandom` outside tests
    /// @throws IllegalArgumentException when the texts are too long for a note of 512 bytes, or nobody can read it
    public Bytes seal(NetworkId network, Bytes32 noteKey, RandomGenerator random) {
        byte[] content = new CanonicalWriter(PLAINTEXT_SIZE)
                .u8(VERSION)
                .fixed(opening.encode())
                .text(endToEndId)
                .text(uetr)
                .text(remittance)
                .text(payer)
                .text(payerName)
                .toByteArray();
        if (content.length > PLAINTEXT_SIZE) {
            throw new IllegalArgumentException("the texts of a note are too long");
        }
        byte[] padded = new CanonicalWriter(PLAINTEXT_SIZE)
                .fixed(content)
                .fixed(new byte[PLAINTEXT_SIZE - content.length])
                .toByteArray();
        return SealedBox.seal(noteKey, padded, associated(network), random);
    }

    /// Empty when the note is not for this key, or says something else than notes of a hidden currency do. What it says
    /// is its writer's word: [Receiver] holds it against the ledger.
    public static Optional<HiddenNote> open(NetworkId network, X25519KeyPair key, Bytes sealed) {
        return sealed.size() != ClientTransaction.NOTE_SIZE_MAX
                ? Optional.empty()
                : SealedBox.open(key, sealed.toArray(), associated(network)).flatMap(HiddenNote::decode);
    }

    private static Optional<HiddenNote> decode(byte[] plaintext) {
        try {
            return Optional.of(CanonicalReader.decode(plaintext, reader -> {
                int version = reader.u8();
                if (version != VERSION && version != NAMELESS) {
                    throw new DecodeException("unknown note version");
                }
                HiddenNote note = new HiddenNote(
                        HiddenOpening.decode(reader.fixed(HiddenOpening.SIZE)),
                        reader.text(TEXT_MAX),
                        reader.text(TEXT_MAX),
                        reader.text(TEXT_MAX),
                        reader.text(TEXT_MAX),
                        version == NAMELESS ? "" : reader.text(TEXT_MAX));
                for (byte padding : reader.fixed(reader.remaining())) {
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

    @Override
    public String toString() {
        return "HiddenNote";
    }
}

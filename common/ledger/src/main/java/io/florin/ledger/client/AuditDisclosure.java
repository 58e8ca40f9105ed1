package io.florin.ledger.client;

import io.florin.crypto.Bytes;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.token.TokenReference;
import java.util.List;

/// A payer's disclosure to the auditor of a payment whose owners or values are hidden, so that the auditor signs it
/// (active audit, protocol decision 26). Nobody else sees it. What each opening means is said by `DisclosureCheck`.
///
/// Encoding: version u8 = 3, so that it is no client transaction; the payment (length u32); openings of the inputs
/// (count u8, 104 bytes each), then of the outputs.
///
/// @param inputs openings in the order of the payment's inputs
/// @param outputs openings in the order of the payment's outputs
public record AuditDisclosure(HiddenPayment payment, List<HiddenOpening> inputs, List<HiddenOpening> outputs) {

    public static final int VERSION = 3;
    /// Bytes of an encoding, at most.
    public static final int ENCODED_SIZE_MAX = ClientTransaction.ENCODED_SIZE_MAX + 4 * 1024;

    private static final int TOKENS_MAX = TokenReference.INDEX_MAX + 1;

    public AuditDisclosure {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        if (inputs.size() != payment.statement().inputs().size()
                || outputs.size() != payment.statement().outputs().size()) {
            throw new IllegalArgumentException("one opening for each input and output");
        }
    }

    public byte[] encode() {
        byte[] encoded = payment.encode();
        CanonicalWriter writer = new CanonicalWriter(encoded.length + 512);
        writer.u8(VERSION).bytes(Bytes.of(encoded));
        write(writer, inputs);
        write(writer, outputs);
        return writer.toByteArray();
    }

    private static void write(CanonicalWriter writer, List<HiddenOpening> openings) {
        writer.u8(openings.size());
        openings.forEach(opening -> writer.fixed(opening.encode()));
    }

    /// Whether the bytes mean to be a disclosure, by their first one.
    public static boolean isOne(byte[] bytes) {
        return bytes.length > 0 && bytes[0] == VERSION;
    }

    /// @throws DecodeException when the bytes are not the canonical encoding of a disclosure
    public static AuditDisclosure decode(byte[] bytes) {
        if (bytes.length > ENCODED_SIZE_MAX) {
            throw new DecodeException("disclosure of " + bytes.length + " bytes");
        }
        return CanonicalReader.decode(bytes, reader -> {
            if (reader.u8() != VERSION) {
                throw new DecodeException("no disclosure");
            }
            ClientTransaction transaction = ClientTransaction.decode(
                    reader.bytes(ClientTransaction.ENCODED_SIZE_MAX).toArray());
            if (!(transaction instanceof HiddenPayment payment)) {
                throw new DecodeException("nothing is hidden");
            }
            return new AuditDisclosure(payment, read(reader), read(reader));
        });
    }

    private static List<HiddenOpening> read(CanonicalReader reader) {
        return reader.list(reader.u8(), TOKENS_MAX, () -> HiddenOpening.decode(reader.fixed(HiddenOpening.SIZE)));
    }

    /// Silent about the openings.
    @Override
    public String toString() {
        return "AuditDisclosure";
    }
}

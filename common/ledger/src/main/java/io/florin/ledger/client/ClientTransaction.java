package io.florin.ledger.client;

import io.florin.crypto.Bytes;
import io.florin.ledger.TransactionId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.codec.Domain;
import java.util.List;

/// A transaction as a wallet, a bank or the central bank makes it: content and signatures over it. The id is the hash
/// of the content, so a repeat is harmless and every signature binds the whole content (protocol decision 9).
///
/// Encoding: version u8 = 1, or 2 of hidden payments, kind u8, header, body, signatures. At most [#ENCODED_SIZE_MAX]
/// bytes.
public sealed interface ClientTransaction
        permits Issue,
                Transfer,
                Redeem,
                HiddenPayment,
                ConfigurationChange,
                RailDeposit,
                RailWithdrawal,
                RailRescue,
                RailRescueOutcome {

    int VERSION = 1;
    /// The version of what [HiddenPayment] writes.
    int HIDDEN_VERSION = 2;
    int TOKENS_MAX = 16;
    int NOTE_SIZE_MAX = 512;
    int ENCODED_SIZE_MAX = 80 * 1024;
    int SIGNATURE_SIZE = 64;

    TransactionHeader header();

    TransactionKind kind();

    /// Encrypted notes, one for each output; none of a withdrawal from a rail.
    List<Bytes> notes();

    /// Writes what comes after the header and before the signatures.
    void writeBody(CanonicalWriter writer);

    /// Writes the signatures, which the id does not cover.
    void writeSignatures(CanonicalWriter writer);

    /// The bytes that the id covers.
    default byte[] content() {
        CanonicalWriter writer = new CanonicalWriter(512);
        writeContent(writer);
        return writer.toByteArray();
    }

    /// SHA-256 over domain and content.
    default TransactionId id() {
        return new TransactionId(Domain.CLIENT_TRANSACTION.hash(content()));
    }

    default byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(1024);
        writeContent(writer);
        writeSignatures(writer);
        return writer.toByteArray();
    }

    /// Bytes that an owner signs: domain, network, namespace, rules version, epoch 0, transaction id.
    static byte[] ownerMessage(TransactionHeader header, TransactionId id) {
        return Domain.OWNER_SIGNATURE.message(
                header.network(),
                header.namespace(),
                header.rulesVersion(),
                0,
                id.value().toArray());
    }

    /// @throws DecodeException when the bytes are not the canonical encoding of a client transaction
    static ClientTransaction decode(byte[] bytes) {
        if (bytes.length > ENCODED_SIZE_MAX) {
            throw new DecodeException("client transaction of " + bytes.length + " bytes");
        }
        return CanonicalReader.decode(bytes, ClientTransaction::readFrom);
    }

    private void writeContent(CanonicalWriter writer) {
        writer.u8(this instanceof HiddenPayment ? HIDDEN_VERSION : VERSION).u8(kind().code());
        header().writeTo(writer);
        writeBody(writer);
    }

    private static ClientTransaction readFrom(CanonicalReader reader) {
        int version = reader.u8();
        if (version != VERSION && version != HIDDEN_VERSION) {
            throw new DecodeException("unknown version " + version);
        }
        TransactionKind kind = TransactionKind.ofCode(reader.u8());
        TransactionHeader header = TransactionHeader.readFrom(reader);
        if (version == HIDDEN_VERSION) {
            return HiddenPayment.readFrom(kind, header, reader);
        }
        return switch (kind) {
            case ISSUE -> Issue.readFrom(header, reader);
            case TRANSFER -> Transfer.readFrom(header, reader);
            case REDEEM -> Redeem.readFrom(header, reader);
            case CONFIGURATION -> ConfigurationChange.readFrom(header, reader);
            case RAIL_DEPOSIT -> RailDeposit.readFrom(header, reader);
            case RAIL_WITHDRAWAL -> RailWithdrawal.readFrom(header, reader);
            case RAIL_RESCUE -> RailRescue.readFrom(header, reader);
            case RAIL_RESCUE_OUTCOME -> RailRescueOutcome.readFrom(header, reader);
        };
    }

    static void writeNotes(CanonicalWriter writer, List<Bytes> notes) {
        notes.forEach(note -> writer.u16(note.size()).fixed(note.toArray()));
    }

    static List<Bytes> readNotes(CanonicalReader reader, int count) {
        return reader.list(count, TOKENS_MAX, () -> {
            int size = reader.u16();
            if (size > NOTE_SIZE_MAX) {
                throw new DecodeException("note of " + size + " bytes");
            }
            return Bytes.of(reader.fixed(size));
        });
    }

    static List<Bytes> readSignatures(CanonicalReader reader) {
        return reader.list(reader.u8(), TOKENS_MAX, () -> Bytes.of(reader.fixed(SIGNATURE_SIZE)));
    }

    static void writeSignatureList(CanonicalWriter writer, List<Bytes> signatures) {
        writer.u8(signatures.size());
        signatures.forEach(signature -> writer.fixed(signature.toArray()));
    }

    static void checkNotes(List<Bytes> notes, int outputs) {
        if (notes.size() != outputs) {
            throw new IllegalArgumentException("one note for each output");
        }
        if (notes.stream().anyMatch(note -> note.size() > NOTE_SIZE_MAX)) {
            throw new IllegalArgumentException("a note has at most " + NOTE_SIZE_MAX + " bytes");
        }
    }

    static void checkSignatures(List<Bytes> signatures) {
        if (signatures.size() > TOKENS_MAX
                || signatures.stream().anyMatch(signature -> signature.size() != SIGNATURE_SIZE)) {
            throw new IllegalArgumentException("signatures have 64 bytes each, at most " + TOKENS_MAX + " of them");
        }
    }

    static void checkCount(int count, int countMin, String what) {
        if (count < countMin || count > TOKENS_MAX) {
            throw new IllegalArgumentException(what + ": " + countMin + " to " + TOKENS_MAX + ", not " + count);
        }
    }
}

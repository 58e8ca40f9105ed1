package io.florin.ordering.protocol;

import io.florin.crypto.Bytes;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.block.PartySignature;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import java.util.List;

/// Bundles that a party submits to consensus as one request, with its signature, so that every member can refuse what
/// no party sent.
///
/// Encoding: version u8, party u8, view u32, session u32, lane u8, sequence u32, count u16, bundles (u32 length each),
/// signature 64 bytes.
///
/// @param view the batch is good for this life of the group only
/// @param session of the party's process, so that numbers after a restart are not taken for repeats
/// @param lane one of the party's few lines; each has one batch under way
/// @param sequence rises by one within a lane
/// @param entries raw bundles, at most one of the configuration namespace: each costs every party a pairing check when
/// it is decided, so a party that does not look at what it submits cannot slow the others down
public record Batch(int party, long view, long session, int lane, long sequence, List<Bytes> entries, Bytes signature) {

    public static final int LANES_MAX = 16;
    public static final int ENTRIES_MAX = 1024;
    public static final int CONFIGURATIONS_MAX = 1;
    /// Of the entries; one bundle always fits.
    public static final int ENTRIES_BYTES_MAX = Bundle.ENCODED_SIZE_MAX;

    private static final int VERSION = 1;
    private static final int OVERHEAD = 17 + PartySignature.SIGNATURE_SIZE;
    private static final long SEQUENCE_MAX = Integer.MAX_VALUE;

    public Batch {
        entries = List.copyOf(entries);
        if (lane < 0 || lane >= LANES_MAX || sequence < 0 || sequence > SEQUENCE_MAX) {
            throw new IllegalArgumentException("a batch has a lane below " + LANES_MAX + " and a sequence number");
        }
        if (entries.isEmpty() || entries.size() > ENTRIES_MAX) {
            throw new IllegalArgumentException("a batch has 1 to " + ENTRIES_MAX + " bundles");
        }
        if (entries.stream().anyMatch(entry -> entry.size() == 0) || bytes(entries) > ENTRIES_BYTES_MAX) {
            throw new IllegalArgumentException("a batch has at most " + ENTRIES_BYTES_MAX + " bytes");
        }
        if (entries.stream().filter(ConfigurationEntries::isOne).count() > CONFIGURATIONS_MAX) {
            throw new IllegalArgumentException("a batch has at most one bundle of the configuration namespace");
        }
    }

    private static long bytes(List<Bytes> entries) {
        return entries.stream().mapToLong(Bytes::size).sum();
    }

    public Batch signed(Certificates certificates) {
        return new Batch(
                party, view, session, lane, sequence, entries, certificates.sign(SignedStatement.BATCH, digest()));
    }

    /// Whether the party it names has signed it.
    public boolean isSigned(Certificates certificates) {
        return certificates.verify(party, SignedStatement.BATCH, digest(), signature);
    }

    private byte[] digest() {
        return Sha256.hash(payload().toByteArray()).toArray();
    }

    private CanonicalWriter payload() {
        CanonicalWriter writer = new CanonicalWriter((int) bytes(entries) + 4 * entries.size() + OVERHEAD);
        writer.u8(VERSION)
                .u8(party)
                .u32(view)
                .u32(session)
                .u8(lane)
                .u32(sequence)
                .u16(entries.size());
        entries.forEach(writer::bytes);
        return writer;
    }

    public byte[] encode() {
        return payload().fixed(signature.toArray()).toByteArray();
    }

    /// @throws DecodeException when the bytes are not the canonical encoding of a batch
    public static Batch decode(byte[] bytes) {
        if (bytes.length > ENTRIES_BYTES_MAX + 4 * ENTRIES_MAX + OVERHEAD) {
            throw new DecodeException("batch of " + bytes.length + " bytes");
        }
        return CanonicalReader.decode(bytes, reader -> {
            if (reader.u8() != VERSION) {
                throw new DecodeException("unknown batch version");
            }
            int party = reader.u8();
            long view = reader.u32();
            long session = reader.u32();
            int lane = reader.u8();
            long sequence = reader.u32();
            List<Bytes> entries = reader.list(reader.u16(), ENTRIES_MAX, () -> reader.bytes(Bundle.ENCODED_SIZE_MAX));
            Bytes signature = Bytes.of(reader.fixed(PartySignature.SIGNATURE_SIZE));
            return new Batch(party, view, session, lane, sequence, entries, signature);
        });
    }
}

package io.florin.ledger.block;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.merkle.MerkleTree;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.NetworkConfiguration;
import java.util.List;
import java.util.Optional;

/// A header, its certificate and the ordered entries. Ordering does not look into entries: an undecodable one is still
/// ordered and gets a status of its own.
///
/// Encoding: header, certificate, count u32, entries (u32 length each).
///
/// @param entries 1 to 4096 raw bundles
public record Block(BlockHeader header, QuorumCertificate certificate, List<Bytes> entries) {

    public static final int ENTRIES_MAX = 4096;
    /// Bytes of all entries together: a fixed part of the protocol, because all parties must cut alike. A certified
    /// block beyond it needs a quorum of liars, and nobody takes it.
    public static final int ENTRIES_BYTES_MAX = 1024 * 1024;
    /// Outcomes of a block: each is an entry that is no bundle, or a transaction that takes this many bytes of one.
    public static final int OUTCOMES_MAX =
            ENTRIES_MAX + ENTRIES_BYTES_MAX / (Bundle.TRANSACTION_SIZE_MIN + Integer.BYTES);
    public static final int ENCODED_SIZE_MAX = 4 * 1024 * 1024;

    public Block {
        entries = List.copyOf(entries);
        if (entries.isEmpty() || entries.size() > ENTRIES_MAX) {
            throw new IllegalArgumentException("a block has 1 to " + ENTRIES_MAX + " entries");
        }
    }

    /// RFC 9162 root over the entries' leaves.
    public static Bytes32 entriesRoot(List<Bytes> entries) {
        return MerkleTree.root(entries.stream().map(Block::leaf).toList());
    }

    /// The leaf of an entry (64 bytes): its bundle root (zero where it is no bundle) and the SHA-256 of all its bytes;
    /// so a transaction is proved by its path in the bundle and the bundle's path in the block.
    public static byte[] leaf(Bytes entry) {
        byte[] raw = entry.toArray();
        Bytes32 root;
        try {
            root = Bundle.decode(raw).root();
        } catch (DecodeException e) {
            root = Bytes32.ZERO;
        }
        byte[] leaf = new byte[64];
        root.copyInto(leaf, 0);
        Sha256.hash(raw).copyInto(leaf, 32);
        return leaf;
    }

    /// True when the header's root is the root of these entries.
    public boolean matchesRoot() {
        return entriesRoot(entries).equals(header.entriesRoot());
    }

    /// The flaw that the block has wherever in the chain it stands; empty when its entries are no more than they may
    /// be, those of its header, and certified.
    ///
    /// @param configuration in force for it
    public Optional<BlockFlaw> flaw(NetworkConfiguration configuration) {
        return entriesFlaw().or(() -> certificate.flaw(header, configuration).map(_ -> BlockFlaw.BAD_CERTIFICATE));
    }

    /// Empty when the entries are no more than they may be, and those of the header.
    public Optional<BlockFlaw> entriesFlaw() {
        if (entries.stream().mapToLong(Bytes::size).sum() > ENTRIES_BYTES_MAX) {
            return Optional.of(BlockFlaw.TOO_LARGE);
        }
        return matchesRoot() ? Optional.empty() : Optional.of(BlockFlaw.WRONG_ROOT);
    }

    public byte[] encode() {
        int size = entries.stream().mapToInt(entry -> entry.size() + 4).sum();
        CanonicalWriter writer = new CanonicalWriter(size + 512);
        header.writeTo(writer);
        certificate.writeTo(writer);
        writer.u32(entries.size());
        entries.forEach(writer::bytes);
        return writer.toByteArray();
    }

    /// @throws DecodeException when the bytes are not the canonical encoding of a block
    public static Block decode(byte[] bytes) {
        if (bytes.length > ENCODED_SIZE_MAX) {
            throw new DecodeException("block of " + bytes.length + " bytes");
        }
        return CanonicalReader.decode(bytes, reader -> {
            BlockHeader header = BlockHeader.readFrom(reader);
            QuorumCertificate certificate = QuorumCertificate.readFrom(reader);
            long count = reader.u32();
            if (count > ENTRIES_MAX) {
                throw new DecodeException(count + " entries in a block");
            }
            List<Bytes> entries = reader.list((int) count, ENTRIES_MAX, () -> reader.bytes(ENCODED_SIZE_MAX));
            return new Block(header, certificate, entries);
        });
    }
}

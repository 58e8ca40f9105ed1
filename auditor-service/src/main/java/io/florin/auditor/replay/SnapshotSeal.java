package io.florin.auditor.replay;

import io.florin.auditor.protocol.SnapshotUnfit;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import java.security.MessageDigest;
import java.util.function.Supplier;

/// Seal by which an auditor knows its own snapshot again: whoever can write the database has not the auditor's key, so
/// a snapshot is what this auditor's own replay was, or it is refused. An older one may be put back; the blocks after
/// it are replayed then, as always.
///
/// Message: domain `florin/v1/auditor-snapshot`, network, then block u63, number of parts u32, digest 32. Digest:
/// SHA-256 over the domain's separator and, for each part, its length u32 and its bytes.
///
/// @param signature Ed25519, of the auditor's identity key
public record SnapshotSeal(NetworkId network, long block, long parts, Bytes32 digest, Bytes signature) {

    private static byte[] message(NetworkId network, long block, long parts, Bytes32 digest) {
        byte[] payload =
                new CanonicalWriter(44).u63(block).u32(parts).fixed(digest).toByteArray();
        return Domain.AUDITOR_SNAPSHOT.message(network, payload);
    }

    /// @throws SnapshotUnfit when this is no seal of the auditor, or one for another network
    public void requireOf(NetworkId own, Bytes32 auditor) {
        if (!network.equals(own)) {
            throw SnapshotUnfit.altered("it is of another network");
        }
        boolean genuine = block >= 0
                && parts >= 0
                && parts <= Integer.MAX_VALUE
                && Ed25519.verify(auditor, message(network, block, parts, digest), signature.toArray());
        if (!genuine) {
            throw SnapshotUnfit.altered("it is not sealed by this auditor");
        }
    }

    /// Adds parts up as they come. One thread uses it once.
    public static final class Sum {
        private final MessageDigest digest = Sha256.newDigest();
        private long parts;

        public Sum() {
            digest.update(Domain.AUDITOR_SNAPSHOT.separator());
        }

        public void add(byte[] part) {
            digest.update(new CanonicalWriter(4).u32(part.length).toByteArray());
            digest.update(part);
            parts++;
        }

        public SnapshotSeal seal(NetworkId network, long block, Ed25519KeyPair key) {
            Bytes32 sum = Bytes32.of(digest.digest());
            return new SnapshotSeal(network, block, parts, sum, key.sign(message(network, block, parts, sum)));
        }

        /// @throws SnapshotUnfit when the parts added are not those that were sealed
        void require(SnapshotSeal sealed) {
            if (parts != sealed.parts() || !sealed.digest().equals(Bytes32.of(digest.digest()))) {
                throw SnapshotUnfit.altered("its parts are not those that were sealed");
            }
        }
    }

    /// Adds up what is taken out. Nothing that came out may be used before [#restored].
    public final class Opened implements Supplier<byte[]> {
        private final Sum sum = new Sum();
        private final Supplier<byte[]> parts;

        private Opened(Supplier<byte[]> parts) {
            this.parts = parts;
        }

        @Override
        public byte[] get() {
            if (sum.parts == SnapshotSeal.this.parts) {
                throw SnapshotUnfit.altered("its parts are not those that were sealed");
            }
            byte[] part = parts.get();
            sum.add(part);
            return part;
        }

        /// Result made of the parts, if they are those that were sealed.
        ///
        /// @throws SnapshotUnfit when they are not, or the reading's own
        public <T> T restored(Supplier<T> reading) {
            T read;
            try {
                read = reading.get();
            } catch (SnapshotUnfit unfit) {
                requireAll();
                throw unfit;
            }
            requireAll();
            return read;
        }

        private void requireAll() {
            while (sum.parts < SnapshotSeal.this.parts) {
                get();
            }
            sum.require(SnapshotSeal.this);
        }
    }

    /// @param from gives the stored parts in order
    public Opened open(Supplier<byte[]> from) {
        return new Opened(from);
    }
}

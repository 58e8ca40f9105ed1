package io.florin.ledger.rail.signing;

import io.florin.crypto.Bytes;
import io.florin.crypto.bls.BlsSignature;
import io.florin.crypto.merkle.MerklePath;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;

/// One authority's signature of one statement. Reading checks the form only, so that a frame of many costs nothing
/// before somebody asks for the verdict.
///
/// Encoding: scheme `u8`, then what the scheme has.
public sealed interface AuthoritySignature {
    SigningScheme scheme();

    /// The encoding without the scheme, for lists of one scheme.
    void writeContentTo(CanonicalWriter writer);

    default void writeTo(CanonicalWriter writer) {
        writer.u8(scheme().number());
        writeContentTo(writer);
    }

    static AuthoritySignature readFrom(CanonicalReader reader) {
        return readContentFrom(reader, readScheme(reader));
    }

    static AuthoritySignature readContentFrom(CanonicalReader reader, SigningScheme scheme) {
        return switch (scheme) {
            case NAIVE_ED25519 -> new Naive(Bytes.of(reader.fixed(Ed25519.SIGNATURE_SIZE)));
            case MERKLE_BATCH -> InWindow.readContentFrom(reader);
            case THRESHOLD_BLS -> new Share(Bytes.of(reader.fixed(BlsSignature.SIZE)));
        };
    }

    static SigningScheme readScheme(CanonicalReader reader) {
        int number = reader.u8();
        return SigningScheme.of(number).orElseThrow(() -> new DecodeException("no signing scheme " + number));
    }

    /// 64 bytes of Ed25519.
    record Naive(Bytes signature) implements AuthoritySignature {
        public Naive {
            requireSize(signature, Ed25519.SIGNATURE_SIZE);
        }

        @Override
        public SigningScheme scheme() {
            return SigningScheme.NAIVE_ED25519;
        }

        @Override
        public void writeContentTo(CanonicalWriter writer) {
            writer.fixed(signature.toArray());
        }
    }

    /// The signature of a window's root, and the way from the statement to that root.
    ///
    /// Encoding: root signature 64 bytes, window's size `u16`, index `u16`, siblings of 32 bytes each, as many as size
    /// and index ask for.
    record InWindow(Bytes rootSignature, MerklePath path) implements AuthoritySignature {
        /// @throws IllegalArgumentException if the window is larger than any, or the path not as long as its place in
        /// the window asks for
        public InWindow {
            requireSize(rootSignature, Ed25519.SIGNATURE_SIZE);
            if (path.size() > AuthoritySigner.WINDOW_MAX) {
                throw new IllegalArgumentException("no window has " + path.size() + " statements");
            }
            int length = MerklePath.length(path.index(), path.size());
            if (path.siblings().size() != length) {
                throw new IllegalArgumentException(
                        "a path of " + path.siblings().size() + " hashes, not " + length);
            }
        }

        @Override
        public SigningScheme scheme() {
            return SigningScheme.MERKLE_BATCH;
        }

        @Override
        public void writeContentTo(CanonicalWriter writer) {
            writer.fixed(rootSignature.toArray()).u16(path.size()).u16(path.index());
            path.siblings().forEach(writer::fixed);
        }

        private static InWindow readContentFrom(CanonicalReader reader) {
            Bytes rootSignature = Bytes.of(reader.fixed(Ed25519.SIGNATURE_SIZE));
            int size = reader.u16();
            int index = reader.u16();
            if (size > AuthoritySigner.WINDOW_MAX || index >= size) {
                throw new DecodeException("no statement " + index + " in a window of " + size);
            }
            int length = MerklePath.length(index, size);
            return new InWindow(
                    rootSignature, new MerklePath(index, size, reader.list(length, length, reader::fixed32)));
        }
    }

    /// 48 bytes of threshold BLS: a point of G1, if it is one.
    record Share(Bytes share) implements AuthoritySignature {
        public Share {
            requireSize(share, BlsSignature.SIZE);
        }

        @Override
        public SigningScheme scheme() {
            return SigningScheme.THRESHOLD_BLS;
        }

        @Override
        public void writeContentTo(CanonicalWriter writer) {
            writer.fixed(share.toArray());
        }
    }

    private static void requireSize(Bytes signature, int size) {
        if (signature.size() != size) {
            throw new IllegalArgumentException("a signature has " + size + " bytes, not " + signature.size());
        }
    }
}

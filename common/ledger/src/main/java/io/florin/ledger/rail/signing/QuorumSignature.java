package io.florin.ledger.rail.signing;

import io.florin.crypto.Bytes;
import io.florin.crypto.bls.BlsSignature;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// The signature of 2F + 1 authorities under one statement.
///
/// Encoding: scheme `u8`, then what the form has.
public sealed interface QuorumSignature {
    SigningScheme scheme();

    void writeTo(CanonicalWriter writer);

    static QuorumSignature readFrom(CanonicalReader reader) {
        SigningScheme scheme = AuthoritySignature.readScheme(reader);
        return switch (scheme) {
            case NAIVE_ED25519, MERKLE_BATCH -> Each.readFrom(reader, scheme);
            case THRESHOLD_BLS -> new Group(Bytes.of(reader.fixed(BlsSignature.SIZE)));
        };
    }

    /// The signatures of a quorum side by side, by authority.
    ///
    /// Encoding: authorities as `u32`, authority a in bit a − 1, then their signatures' contents in rising order. No
    /// authority can be named twice.
    record Each(SigningScheme scheme, SortedMap<Integer, AuthoritySignature> signatures) implements QuorumSignature {
        /// @throws IllegalArgumentException if no committee has a quorum of so many, an authority is out of range, or
        /// a signature is of another scheme or of one that combines
        public Each {
            signatures = Collections.unmodifiableSortedMap(new TreeMap<>(signatures));
            if (scheme == SigningScheme.THRESHOLD_BLS) {
                throw new IllegalArgumentException("shares are combined, not kept");
            }
            int count = signatures.size();
            if (count < new CommitteeSize(CommitteeSize.AUTHORITIES_MIN).quorum()
                    || count > new CommitteeSize(CommitteeSize.AUTHORITIES_MAX).quorum()) {
                throw new IllegalArgumentException("no committee has a quorum of " + count);
            }
            if (signatures.firstKey() < 1 || signatures.lastKey() > CommitteeSize.AUTHORITIES_MAX) {
                throw new IllegalArgumentException("no such authorities: " + signatures.keySet());
            }
            for (AuthoritySignature signature : signatures.values()) {
                if (signature.scheme() != scheme) {
                    throw new IllegalArgumentException("a signature of scheme " + signature.scheme());
                }
            }
        }

        @Override
        public void writeTo(CanonicalWriter writer) {
            long authorities = 0;
            for (int authority : signatures.keySet()) {
                authorities |= 1L << (authority - 1);
            }
            writer.u8(scheme.number()).u32(authorities);
            signatures.values().forEach(signature -> signature.writeContentTo(writer));
        }

        private static Each readFrom(CanonicalReader reader, SigningScheme scheme) {
            long authorities = reader.u32();
            if (authorities >>> CommitteeSize.AUTHORITIES_MAX != 0) {
                throw new DecodeException("an authority above " + CommitteeSize.AUTHORITIES_MAX);
            }
            SortedMap<Integer, AuthoritySignature> signatures = new TreeMap<>();
            for (int authority = 1; authority <= CommitteeSize.AUTHORITIES_MAX; authority++) {
                if ((authorities >>> (authority - 1) & 1) == 1) {
                    signatures.put(authority, AuthoritySignature.readContentFrom(reader, scheme));
                }
            }
            return new Each(scheme, signatures);
        }
    }

    /// 48 bytes of threshold BLS under the committee's key, whoever took part.
    record Group(Bytes signature) implements QuorumSignature {
        public Group {
            if (signature.size() != BlsSignature.SIZE) {
                throw new IllegalArgumentException("a group signature has 48 bytes, not " + signature.size());
            }
        }

        @Override
        public SigningScheme scheme() {
            return SigningScheme.THRESHOLD_BLS;
        }

        @Override
        public void writeTo(CanonicalWriter writer) {
            writer.u8(scheme().number()).fixed(signature.toArray());
        }
    }
}

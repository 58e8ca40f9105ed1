package io.florin.ledger.rail;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.bls.BlsPublicKey;
import io.florin.crypto.threshold.BlsGroupKey;
import io.florin.ledger.Amount;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.rail.signing.AuthorityKeys;
import io.florin.ledger.rail.signing.CommitteeId;
import io.florin.ledger.rail.signing.CommitteeSize;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import io.florin.ledger.rail.signing.MerkleCommittee;
import io.florin.ledger.rail.signing.NaiveCommittee;
import io.florin.ledger.rail.signing.SigningScheme;
import io.florin.ledger.rail.signing.ThresholdCommittee;
import java.util.HashSet;
import java.util.List;
import java.util.random.RandomGenerator;

/// A rail in one epoch: who its authorities are, how they sign, and what it may hold. Authorities are numbered 1 to
/// n = 3F + 1, in the order of their keys.
///
/// @param epoch u32; each has keys of its own
/// @param finality when a payment is final
/// @param floatLimit money that may be on the rail at once, in minor units: the most that F + 1 lying authorities can
/// take. Below 2^62, so that every sum of one account fits 63 bits even while a credit is known before its order.
/// @param expiryBlocksMax how many blocks ahead of the ledger's height an order may expire, from 1
/// @param keys one for each authority: 32 bytes of Ed25519, or 96 of its share of a BLS key
/// @param groupKey 96 bytes of the whole BLS key; empty with the other schemes
public record RailCommittee(
        RailId rail,
        long epoch,
        SigningScheme scheme,
        RailFinality finality,
        Amount floatLimit,
        long expiryBlocksMax,
        List<Bytes> keys,
        Bytes groupKey) {

    private static final int ENCODING_VERSION = 1;
    private static final int ED25519_KEY_SIZE = 32;
    private static final int BLS_KEY_SIZE = 96;
    private static final long U32_MAX = 0xFFFF_FFFFL;
    private static final long FLOAT_LIMIT_MAX = (1L << 62) - 1;

    /// @throws IllegalArgumentException if there are not 3F + 1 different keys of the scheme's size, or a bound is out
    /// of range
    public RailCommittee {
        keys = List.copyOf(keys);
        CommitteeSize size = new CommitteeSize(keys.size());
        // one key in two places would let one holder count as two
        if (new HashSet<>(keys).size() != size.authorities()) {
            throw new IllegalArgumentException("each authority has a key of its own");
        }
        for (Bytes key : keys) {
            if (key.size() != keySize(scheme)) {
                throw new IllegalArgumentException("a key of " + key.size() + " bytes");
            }
        }
        if (groupKey.size() != groupKeySize(scheme)) {
            throw new IllegalArgumentException("a group key of " + groupKey.size() + " bytes");
        }
        if (floatLimit.minorUnits() > FLOAT_LIMIT_MAX
                || expiryBlocksMax < 1
                || expiryBlocksMax > U32_MAX
                || epoch < 0
                || epoch > U32_MAX) {
            throw new IllegalArgumentException("a number is out of range");
        }
    }

    private static int keySize(SigningScheme scheme) {
        return scheme == SigningScheme.THRESHOLD_BLS ? BLS_KEY_SIZE : ED25519_KEY_SIZE;
    }

    private static int groupKeySize(SigningScheme scheme) {
        return scheme == SigningScheme.THRESHOLD_BLS ? BLS_KEY_SIZE : 0;
    }

    /// The same with another float limit.
    public RailCommittee withFloatLimit(Amount limit) {
        return new RailCommittee(rail, epoch, scheme, finality, limit, expiryBlocksMax, keys, groupKey);
    }

    public CommitteeSize size() {
        return new CommitteeSize(keys.size());
    }

    public RailScope scope(NetworkId network) {
        return new RailScope(network, rail, epoch);
    }

    /// Verifier of this committee's signatures. Takes points of BLS keys from bytes, so keep it.
    ///
    /// @param random unpredictable to whoever signs: a `SecureRandom`; for verifying many BLS signatures at once
    /// @throws IllegalArgumentException if a key is none
    public CommitteeVerifier verifier(NetworkId network, RandomGenerator random) {
        CommitteeId id = scope(network).committeeId();
        return switch (scheme) {
            case NAIVE_ED25519 -> new NaiveCommittee(id, ed25519Keys());
            case MERKLE_BATCH -> new MerkleCommittee(id, ed25519Keys());
            case THRESHOLD_BLS -> new ThresholdCommittee(id, blsKeys(), random);
        };
    }

    private AuthorityKeys ed25519Keys() {
        return new AuthorityKeys(
                keys.stream().map(key -> Bytes32.of(key.toArray())).toList());
    }

    private BlsGroupKey blsKeys() {
        return new BlsGroupKey(
                size().quorum(),
                BlsPublicKey.decode(groupKey.toArray()),
                keys.stream().map(key -> BlsPublicKey.decode(key.toArray())).toList());
    }

    public void writeTo(CanonicalWriter writer) {
        writer.u8(ENCODING_VERSION)
                .u16(rail.value())
                .u32(epoch)
                .u8(scheme.number())
                .u8(finality.number())
                .u63(floatLimit.minorUnits())
                .u32(expiryBlocksMax)
                .u8(keys.size());
        keys.forEach(key -> writer.fixed(key.toArray()));
        writer.fixed(groupKey.toArray());
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(512);
        writeTo(writer);
        return writer.toByteArray();
    }

    public static RailCommittee readFrom(CanonicalReader reader) {
        int version = reader.u8();
        if (version != ENCODING_VERSION) {
            throw new DecodeException("unknown encoding of a rail's committee " + version);
        }
        RailId rail = new RailId(reader.u16());
        long epoch = reader.u32();
        int schemeNumber = reader.u8();
        SigningScheme scheme = SigningScheme.of(schemeNumber)
                .orElseThrow(() -> new DecodeException("no signing scheme " + schemeNumber));
        int finalityNumber = reader.u8();
        RailFinality finality = RailFinality.of(finalityNumber)
                .orElseThrow(() -> new DecodeException("no kind of finality " + finalityNumber));
        return new RailCommittee(
                rail,
                epoch,
                scheme,
                finality,
                Amount.of(reader.u63()),
                reader.u32(),
                reader.list(reader.u8(), CommitteeSize.AUTHORITIES_MAX, () -> Bytes.of(reader.fixed(keySize(scheme)))),
                Bytes.of(reader.fixed(groupKeySize(scheme))));
    }

    public static RailCommittee decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, RailCommittee::readFrom);
    }
}

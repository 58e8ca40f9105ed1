package io.florin.ledger.rail;

import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import io.florin.ledger.rail.signing.CommitteeId;
import java.util.Optional;

/// Scope in which a signature holds: one network, one rail, one epoch of its committee. Part of every order and of
/// every statement, so that nothing signed for one of them means anything in another. 38 bytes: network 32, rail 2,
/// epoch 4.
///
/// @param epoch u32, raised whenever the committee or a key of it changes
public record RailScope(NetworkId network, RailId rail, long epoch) {

    public static final int ENCODED_SIZE = 38;

    private static final long EPOCH_MAX = 0xFFFF_FFFFL;

    /// @throws IllegalArgumentException if the epoch does not fit 32 bits
    public RailScope {
        if (epoch < 0 || epoch > EPOCH_MAX) {
            throw new IllegalArgumentException("an epoch has 32 bits");
        }
    }

    /// Reason to refuse something of the other scope here; empty if it is the same.
    public Optional<RailRefusal> refusalOf(RailScope other) {
        if (!other.network.equals(network)) {
            return Optional.of(RailRefusal.WRONG_NETWORK);
        }
        if (!other.rail.equals(rail)) {
            return Optional.of(RailRefusal.WRONG_RAIL);
        }
        return other.epoch == epoch ? Optional.empty() : Optional.of(RailRefusal.WRONG_EPOCH);
    }

    /// The bytes to sign for one purpose: separator, scope, payload.
    ///
    /// @param payload of fixed size or canonically encoded
    public byte[] message(Domain purpose, byte[] payload) {
        CanonicalWriter writer = new CanonicalWriter(64 + ENCODED_SIZE + payload.length).fixed(purpose.separator());
        writeTo(writer);
        return writer.fixed(payload).toByteArray();
    }

    /// Binds the committee's keys to this scope, whatever else they are used for.
    public CommitteeId committeeId() {
        CanonicalWriter writer = new CanonicalWriter(ENCODED_SIZE);
        writeTo(writer);
        Bytes32 hash = Domain.RAIL_COMMITTEE.hash(writer.toByteArray());
        return new CommitteeId(hash);
    }

    public void writeTo(CanonicalWriter writer) {
        writer.fixed(network.value()).u16(rail.value()).u32(epoch);
    }

    public static RailScope readFrom(CanonicalReader reader) {
        return new RailScope(new NetworkId(reader.fixed32()), new RailId(reader.u16()), reader.u32());
    }
}

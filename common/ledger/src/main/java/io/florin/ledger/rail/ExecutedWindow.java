package io.florin.ledger.rail;

import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import java.util.List;

/// Orders that one shard of an authority executed since its last window, under one signature. Authorities send each
/// other these a few times a second: 2F + 1 that name an order make it final for whoever reads them.
///
/// @param authority 1 to n
/// @param shard the authority's own number of its shard, u16
/// @param number windows of a shard count 0, 1, 2 … without gaps, and none is signed twice with other contents
/// @param executed 1 to [#ORDERS_MAX], in order of execution
/// @param signature over the root of what is executed
public record ExecutedWindow(
        RailScope scope,
        int authority,
        int shard,
        long number,
        List<ExecutedOrder> executed,
        AuthoritySignature signature) {

    public static final int ORDERS_MAX = 4096;

    /// @throws IllegalArgumentException if a number is out of range
    public ExecutedWindow {
        executed = List.copyOf(executed);
        if (authority < 1 || authority > 0xFF || shard < 0 || shard > 0xFFFF || number < 0) {
            throw new IllegalArgumentException("no window " + number + " of shard " + shard + " of " + authority);
        }
        if (executed.isEmpty() || executed.size() > ORDERS_MAX) {
            throw new IllegalArgumentException("a window names 1 to " + ORDERS_MAX + " orders");
        }
    }

    /// The bytes that the authority signs.
    public static byte[] statement(
            RailScope scope, int authority, int shard, long number, List<ExecutedOrder> executed) {
        return RailStatements.window(scope, authority, shard, number, executed);
    }

    public boolean isAuthentic(CommitteeVerifier committee) {
        return committee.verify(statement(scope, authority, shard, number, executed), authority, signature);
    }

    public void writeTo(CanonicalWriter writer) {
        scope.writeTo(writer);
        writer.u8(authority).u16(shard).u63(number).u16(executed.size());
        executed.forEach(order -> order.writeTo(writer));
        signature.writeTo(writer);
    }

    public byte[] encode() {
        CanonicalWriter writer = new CanonicalWriter(128 + 34 * executed.size());
        writeTo(writer);
        return writer.toByteArray();
    }

    /// @throws DecodeException when the bytes are no window
    public static ExecutedWindow decode(byte[] bytes) {
        return CanonicalReader.decode(bytes, ExecutedWindow::readFrom);
    }

    public static ExecutedWindow readFrom(CanonicalReader reader) {
        return new ExecutedWindow(
                RailScope.readFrom(reader),
                reader.u8(),
                reader.u16(),
                reader.u63(),
                reader.list(reader.u16(), ORDERS_MAX, () -> ExecutedOrder.readFrom(reader)),
                AuthoritySignature.readFrom(reader));
    }
}

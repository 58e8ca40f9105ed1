package io.florin.ledger.rail;

import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import java.util.Optional;

/// Grounds for which a sequence may be rescued. Each has the owner's signature, so nobody else brings an account into
/// this.
public sealed interface RescueGround {

    /// Two orders of one owner for one sequence: authorities may have voted for either, and neither gets a quorum.
    ///
    /// @param first has the smaller id, so that one pair has one encoding
    record TwoOrders(SignedOrder first, SignedOrder second) implements RescueGround {

        /// @throws IllegalArgumentException if they are of different sequences, one order, or not ascending by id
        public TwoOrders {
            if (!RailSequence.of(first.order()).equals(RailSequence.of(second.order()))) {
                throw new IllegalArgumentException("two orders of different sequences");
            }
            if (first.id().compareTo(second.id()) >= 0) {
                throw new IllegalArgumentException("two different orders, ascending by id");
            }
        }

        /// In whatever order they come.
        public static TwoOrders of(SignedOrder one, SignedOrder other) {
            return one.id().compareTo(other.id()) < 0 ? new TwoOrders(one, other) : new TwoOrders(other, one);
        }
    }

    /// An order that no authority votes for any more.
    record Expired(SignedOrder order) implements RescueGround {}

    record Cancelled(SignedCancellation cancellation) implements RescueGround {}

    default RailSequence sequence() {
        return switch (this) {
            case TwoOrders(SignedOrder first, SignedOrder _) -> RailSequence.of(first.order());
            case Expired(SignedOrder order) -> RailSequence.of(order.order());
            case Cancelled(SignedCancellation it) ->
                new RailSequence(it.scope(), RailAccount.of(it.owner()), it.sequence());
        };
    }

    /// Reason for which it is no ground; empty if it is one.
    ///
    /// @param height of the block that has it
    default Optional<RailRefusal> refusal(long height) {
        if (this instanceof Expired(SignedOrder order) && order.order().expiryHeight() >= height) {
            return Optional.of(RailRefusal.NOT_EXPIRED);
        }
        boolean signed = switch (this) {
            case TwoOrders(SignedOrder first, SignedOrder second) -> first.isAuthentic() && second.isAuthentic();
            case Expired(SignedOrder order) -> order.isAuthentic();
            case Cancelled(SignedCancellation cancellation) -> cancellation.isAuthentic();
        };
        return signed ? Optional.empty() : Optional.of(RailRefusal.BAD_OWNER_SIGNATURE);
    }

    default void writeTo(CanonicalWriter writer) {
        switch (this) {
            case TwoOrders(SignedOrder first, SignedOrder second) -> {
                first.writeTo(writer.u8(1));
                second.writeTo(writer);
            }
            case Expired(SignedOrder order) -> order.writeTo(writer.u8(2));
            case Cancelled(SignedCancellation cancellation) -> cancellation.writeTo(writer.u8(3));
        }
    }

    static RescueGround readFrom(CanonicalReader reader) {
        int kind = reader.u8();
        return switch (kind) {
            case 1 -> new TwoOrders(SignedOrder.readFrom(reader), SignedOrder.readFrom(reader));
            case 2 -> new Expired(SignedOrder.readFrom(reader));
            case 3 -> new Cancelled(SignedCancellation.readFrom(reader));
            default -> throw new DecodeException("unknown ground of a rescue " + kind);
        };
    }
}

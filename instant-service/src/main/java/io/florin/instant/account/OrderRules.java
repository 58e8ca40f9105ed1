package io.florin.instant.account;

import io.florin.ledger.rail.RailCommittee;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.TransferOrder;
import io.florin.ledger.rail.signing.CommitteeVerifier;
import java.util.Optional;

/// Checks of an authority before it votes or executes, cheap ones first. Everything here is a question: nothing is
/// changed.
record OrderRules(ShardPlace place, RailCommittee committee, CommitteeVerifier verifier) {

    /// Whether the order is for this shard at all.
    Optional<RailRefusal> refusalOfPlace(TransferOrder order) {
        return place.scope()
                .refusalOf(order.scope())
                .or(() -> place.has(order.sender()) ? Optional.empty() : Optional.of(RailRefusal.WRONG_SHARD));
    }

    /// Everything but the money, for an order that is not known here. The signature comes after what costs nothing, and
    /// before anything that is carried: nobody makes an authority check files for nothing.
    ///
    /// @param height of the ledger, as far as it was followed
    Optional<RailRefusal> refusalOfVote(SignedOrder signed, AccountState sender, long height) {
        TransferOrder order = signed.order();
        if (order.sequence() > sender.nextSequence()) {
            return Optional.of(RailRefusal.SEQUENCE_AHEAD);
        }
        if (sender.pending().isPresent()) {
            return Optional.of(RailRefusal.SEQUENCE_TAKEN);
        }
        if (order.expiryHeight() < height) {
            return Optional.of(RailRefusal.EXPIRED);
        }
        if (order.expiryHeight() - height > committee.expiryBlocksMax()) {
            return Optional.of(RailRefusal.EXPIRY_TOO_FAR);
        }
        if (sender.isSuspended()) {
            return Optional.of(RailRefusal.SENDER_SUSPENDED);
        }
        return signed.isAuthentic() ? Optional.empty() : Optional.of(RailRefusal.BAD_OWNER_SIGNATURE);
    }

    /// Only what is final covers a vote.
    Optional<RailRefusal> refusalOfCover(TransferOrder order, AccountState sender) {
        return order.amount().exceeds(sender.balance()) ? Optional.of(RailRefusal.NOT_COVERED) : Optional.empty();
    }

    /// Neither expiry nor standing nor what was voted for here: a certificate stands. The owner's signature was looked
    /// at before the vote, if this very signed order has it.
    Optional<RailRefusal> refusalOf(TransferCertificate certificate, Optional<SignedOrder> voted) {
        boolean isKnown = voted.filter(certificate.signedOrder()::equals).isPresent();
        return refusalOfPlace(certificate.order())
                .or(() -> isKnown
                        ? certificate.refusalOfVotes(place.scope(), verifier)
                        : certificate.refusal(place.scope(), verifier));
    }
}

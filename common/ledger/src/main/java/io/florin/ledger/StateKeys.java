package io.florin.ledger;

import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.Domain;
import io.florin.ledger.rail.RailId;
import io.florin.ledger.rail.RailSequence;

/// State keys that are not tokens, and keys of counters.
public final class StateKeys {

    /// Key of the configuration in force.
    public static final StateKey CONFIGURATION =
            StateKey.of(NamespaceId.CONFIGURATION, Domain.CONFIGURATION_KEY.hash());

    private StateKeys() {}

    /// H(withdrawal id): an issue reads it as absent and writes it, so a retry cannot issue twice (decision 11).
    public static StateKey withdrawal(NamespaceId namespace, Bytes32 withdrawalId) {
        return of(Domain.WITHDRAWAL_KEY, namespace, withdrawalId);
    }

    /// The mirror of [#withdrawal] for redemptions.
    public static StateKey redemption(NamespaceId namespace, Bytes32 redemptionId) {
        return of(Domain.REDEMPTION_KEY, namespace, redemptionId);
    }

    /// Key of the record of a deposit on an instant rail. One transaction is one deposit, so nobody writes it twice.
    public static StateKey railDeposit(NamespaceId namespace, TransactionId deposit) {
        return of(Domain.RAIL_DEPOSIT_KEY, namespace, deposit.value());
    }

    /// Key that a withdrawal of an order from an instant rail reads as absent and writes, so that an order is paid out
    /// once.
    ///
    /// @param orderId of an account's order, or id of a transaction of outputs; it covers network, rail and epoch
    public static StateKey railWithdrawal(NamespaceId namespace, Bytes32 orderId) {
        return of(Domain.RAIL_WITHDRAWAL_KEY, namespace, orderId);
    }

    /// Key of a rescue: absent before, version 1 with the evidence, version 2 with the outcome. So a sequence has one
    /// rescue and one outcome, and no outcome without a rescue.
    public static StateKey railRescue(NamespaceId namespace, RailSequence sequence) {
        return StateKey.of(namespace, Domain.RAIL_RESCUE_KEY.hash(sequence.encode()));
    }

    /// Counter of the money that is on an instant rail: deposited less withdrawn.
    public static StateKey railFloat(NamespaceId namespace, RailId rail) {
        byte[] id = new CanonicalWriter(2).u16(rail.value()).toByteArray();
        return StateKey.of(namespace, Domain.RAIL_FLOAT_KEY.hash(id));
    }

    private static StateKey of(Domain domain, NamespaceId namespace, Bytes32 id) {
        return StateKey.of(namespace, domain.hash(id.toArray()));
    }
}

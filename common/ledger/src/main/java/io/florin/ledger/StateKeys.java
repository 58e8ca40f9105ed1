package io.florin.ledger;

import io.florin.crypto.Bytes32;
import io.florin.ledger.codec.Domain;

/// State keys that are not tokens.
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

    private static StateKey of(Domain domain, NamespaceId namespace, Bytes32 id) {
        return StateKey.of(namespace, domain.hash(id.toArray()));
    }
}

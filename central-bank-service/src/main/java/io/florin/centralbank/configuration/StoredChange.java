package io.florin.centralbank.configuration;

import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.config.NetworkConfiguration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// A proposal as the database keeps it. Whoever can write there can write this: what it says counts only as far as
/// officers' signatures do.
///
/// @param base the configuration in force when it was proposed
/// @param configuration what it would put in force
/// @param ending why it ended as it did
/// @param transaction the attempt under way
/// @param transactionId of the last attempt, hex, empty before the first
/// @param expiryHeight of the last attempt
/// @param refusal code of why endorsers do not take the attempt under way, empty otherwise
/// @param inForceFrom first block under the configuration, 0 where that is not known
record StoredChange(
        UUID id,
        ChangeState state,
        NetworkConfiguration base,
        NetworkConfiguration configuration,
        String reason,
        String ending,
        String proposedBy,
        Instant proposedAt,
        Instant expiresAt,
        Optional<ClientTransaction> transaction,
        String transactionId,
        long expiryHeight,
        int attempts,
        String refusal,
        long inForceFrom) {}

package io.florin.registration.participants;

import io.florin.registration.protocol.Standings;
import java.time.Instant;

/// An admitted bank as officers see it.
///
/// @param certificate of its node in PEM, empty where the network's authority signs elsewhere
public record ParticipantView(
        int id,
        String name,
        String bic,
        String lei,
        String apiEndpoint,
        String internalEndpoint,
        String certificate,
        String admittedBy,
        Instant admittedAt,
        Standings standings) {}

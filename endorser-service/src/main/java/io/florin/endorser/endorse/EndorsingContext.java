package io.florin.endorser.endorse;

import io.florin.endorser.protocol.Enrollments;
import io.florin.endorser.protocol.LedgerPosition;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.rules.RulesContext;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// Input of the rules: one position of the ledger, and registration's records as they are.
///
/// @param credentialEpochs of anonymous credentials that are taken now
public record EndorsingContext(
        NetworkId network, LedgerPosition position, Enrollments enrollments, Set<Long> credentialEpochs)
        implements RulesContext {

    public EndorsingContext {
        credentialEpochs = Set.copyOf(credentialEpochs);
    }

    /// For transactions that show no anonymous credential.
    public EndorsingContext(NetworkId network, LedgerPosition position, Enrollments enrollments) {
        this(network, position, enrollments, Set.of());
    }

    /// The current epoch, and for a while after its beginning the one before.
    public static EndorsingContext at(
            NetworkId network, LedgerPosition position, Enrollments enrollments, long nowMillis, long graceMillis) {
        Set<Long> epochs = enrollments
                .credentialEpoch()
                .map(current -> LongStream.of(current.epoch(), current.epoch() - 1)
                        .filter(epoch -> current.accepts(epoch, nowMillis, graceMillis))
                        .boxed()
                        .collect(Collectors.toSet()))
                .orElse(Set.of());
        return new EndorsingContext(network, position, enrollments, epochs);
    }

    @Override
    public NetworkConfiguration configuration() {
        return position.configuration();
    }

    @Override
    public long height() {
        return position.height();
    }

    @Override
    public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
        return enrollments.enrollment(owner);
    }

    @Override
    public Optional<Standing> standing(OwnerKey owner) {
        return enrollments.standing(owner);
    }
}

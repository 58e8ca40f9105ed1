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

/// What the rules may look at: one position of the ledger, and registration's records as they are.
public record EndorsingContext(NetworkId network, LedgerPosition position, Enrollments enrollments)
        implements RulesContext {

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

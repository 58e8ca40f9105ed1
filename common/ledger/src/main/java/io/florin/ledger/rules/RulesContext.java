package io.florin.ledger.rules;

import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import java.util.Optional;
import java.util.Set;

/// Input of token rules besides the transaction itself.
public interface RulesContext {

    NetworkId network();

    /// The configuration in force.
    NetworkConfiguration configuration();

    /// The last complete block known.
    long height();

    /// Empty when nobody enrolled the key.
    Optional<EnrollmentChanged> enrollment(OwnerKey owner);

    /// The epochs of anonymous credentials that are taken now: the current one and, for a short time after a change,
    /// the one before. None where nobody told.
    default Set<Long> credentialEpochs() {
        return Set.of();
    }

    /// The worse of the owner's and its bank's standing; empty when not enrolled.
    Optional<Standing> standing(OwnerKey owner);
}

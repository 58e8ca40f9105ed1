package io.florin.simulation.endorser;

import io.florin.crypto.Bytes32;
import io.florin.endorser.protocol.Enrollments;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Registration, of which nothing goes wrong here: these owners are enrolled at one bank.
public final class EverybodyEnrolled implements Enrollments {
    private static final int BANK = 1;

    private final Set<OwnerKey> owners;
    private final int tier;

    public EverybodyEnrolled(Collection<OwnerKey> owners, int tier) {
        this.owners = new HashSet<>(owners);
        this.tier = tier;
    }

    @Override
    public boolean isCurrent(long nowMillis) {
        return true;
    }

    @Override
    public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
        return owners.contains(owner)
                ? Optional.of(
                        new EnrollmentChanged(Bytes32.ZERO, owner, Bytes32.ZERO, BANK, tier, true, Standing.ACTIVE))
                : Optional.empty();
    }

    @Override
    public Optional<Standing> standing(OwnerKey owner) {
        return enrollment(owner).map(EnrollmentChanged::standing);
    }
}

package io.florin.instant.standing;

import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Heartbeat;
import io.florin.ledger.enrollment.RegistrationEvent.ParticipantChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.rail.RailAccount;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// Standings of all owners that registration has enrolled: the worse of the owner's own and its bank's, as endorsers
/// take it. Whoever is not active is suspended on a rail; whoever was never enrolled is not, since nobody who is not
/// enrolled gets money there but from one who is. One thread.
public final class OwnerStandings {

    private final Map<OwnerKey, Enrolled> owners = new HashMap<>();
    private final Map<Integer, Standing> banks = new HashMap<>();
    private final Set<OwnerKey> changed = new LinkedHashSet<>();

    private record Enrolled(int bank, Standing standing) {}

    public void take(RegistrationEvent event) {
        switch (event) {
            case EnrollmentChanged enrollment -> {
                owners.put(enrollment.owner(), new Enrolled(enrollment.participant(), enrollment.standing()));
                changed.add(enrollment.owner());
            }
            case ParticipantChanged bank -> {
                banks.put(bank.participant(), bank.standing());
                owners.forEach((owner, enrolled) -> {
                    if (enrolled.bank() == bank.participant()) {
                        changed.add(owner);
                    }
                });
            }
            case CredentialEpoch _, Heartbeat _ -> {}
        }
    }

    /// Accounts of owners with a record since the last call, and whether they are suspended now: an owner suspended and
    /// reinstated meanwhile is not suspended on the way.
    public Map<RailAccount, Boolean> takeChanged() {
        Map<RailAccount, Boolean> taken = new LinkedHashMap<>();
        changed.forEach(owner -> taken.put(RailAccount.of(owner), isSuspended(owner)));
        changed.clear();
        return taken;
    }

    private boolean isSuspended(OwnerKey owner) {
        Enrolled enrolled = owners.get(owner);
        // an owner of a bank that no record admitted is nobody's customer
        return enrolled == null
                || enrolled.standing() != Standing.ACTIVE
                || banks.get(enrolled.bank()) != Standing.ACTIVE;
    }
}

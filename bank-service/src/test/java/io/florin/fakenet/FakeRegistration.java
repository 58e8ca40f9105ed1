package io.florin.fakenet;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentApplication;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentView;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Enrolls everybody but those called `Refused`, for a reason as long as one may be; answers 422 to those called
/// `Malformed`.
public final class FakeRegistration {

    private final FakeLedger ledger;
    private final Map<String, EnrollmentView> known = new HashMap<>();
    private final Map<String, EnrollmentChanged> events = new HashMap<>();

    public FakeRegistration(FakeLedger ledger) {
        this.ledger = ledger;
    }

    /// @return empty when the application is malformed
    public synchronized Optional<EnrollmentView> apply(int participant, EnrollmentApplication application) {
        if (application.fullName().equals("Malformed")) {
            return Optional.empty();
        }
        String reference = participant + "/" + application.reference();
        return Optional.of(known.computeIfAbsent(reference, _ -> {
            if (application.fullName().equals("Refused")) {
                return new EnrollmentView(application.reference(), "REFUSED", "", 0, "r".repeat(500), "");
            }
            EnrollmentChanged event = new EnrollmentChanged(
                    Bytes32.of(Sha256.digest(reference.getBytes(StandardCharsets.UTF_8))),
                    OwnerKey.fromHex(application.ownerKey()),
                    Bytes32.fromHex(application.noteKey()),
                    participant,
                    application.requestedTier(),
                    application.custodial(),
                    Standing.ACTIVE);
            events.put(reference, event);
            ledger.enroll(event);
            return new EnrollmentView(
                    application.reference(), "APPROVED", "e-" + reference, application.requestedTier(), "", "pem");
        }));
    }

    public synchronized Optional<EnrollmentView> find(int participant, String reference) {
        return Optional.ofNullable(known.get(participant + "/" + reference));
    }

    /// Whether the wallet is enrolled and active.
    synchronized boolean stands(int participant, String reference) {
        return find(participant, reference)
                .map(view -> view.state().equals("APPROVED"))
                .orElse(false);
    }

    /// The owner key of an enrollment.
    synchronized OwnerKey owner(int participant, String reference) {
        return java.util.Objects.requireNonNull(events.get(participant + "/" + reference))
                .owner();
    }

    /// Suspends a wallet everywhere.
    public synchronized void suspend(int participant, String reference) {
        String key = participant + "/" + reference;
        EnrollmentView before = java.util.Objects.requireNonNull(known.get(key));
        EnrollmentChanged event = java.util.Objects.requireNonNull(events.get(key));
        known.put(
                key, new EnrollmentView(reference, "SUSPENDED", before.enrollmentId(), before.tier(), "court", "pem"));
        ledger.enroll(new EnrollmentChanged(
                event.enrollment(),
                event.owner(),
                event.noteKey(),
                event.participant(),
                event.tier(),
                event.custodial(),
                Standing.SUSPENDED));
    }
}

package io.florin.fakenet;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.HoldingShare;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Heartbeat;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.enrollment.RegistrationRecord;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.api.RegistrationInternalApi.ClosingStep;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentApplication;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentView;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;

/// Enrolls everybody but those called `Refused`, for a reason as long as one may be; answers 422 to those called
/// `Malformed`, and 409 to another application under a known reference. Every enrollment and its changes are signed
/// records.
public final class FakeRegistration {

    private final FakeLedger ledger;
    private final Ed25519KeyPair key;
    private final Map<String, EnrollmentView> known = new HashMap<>();
    private final Map<String, EnrollmentApplication> applications = new HashMap<>();
    private final List<RegistrationRecord> records = new ArrayList<>();
    private final Map<String, EnrollmentChanged> events = new HashMap<>();

    private final Map<String, Integer> asked = new HashMap<>();
    private final List<Long> askedAfter = new ArrayList<>();

    /// Ten thousandths that were given back.
    private int left;

    private boolean takesClosings = true;
    private int loseClosings;

    private boolean silent;
    private long forged;
    private long missing;
    private int repeated;

    public FakeRegistration(FakeLedger ledger, Ed25519KeyPair key) {
        this.ledger = ledger;
        this.key = key;
    }

    /// Records after this one, with whatever is wrong for the moment.
    public synchronized List<RegistrationRecord> records(long after) {
        if (silent) {
            throw new ProblemException(ProblemCode.UNAVAILABLE, "registration is away");
        }
        askedAfter.add(after);
        return records.stream()
                .skip(Math.max(0, after - repeated))
                .filter(record -> record.sequence() != missing)
                .map(record -> record.sequence() == forged ? forged(record) : record)
                .limit(RegistrationInternalApi.RECORDS_MAX)
                .toList();
    }

    private static RegistrationRecord forged(RegistrationRecord record) {
        return new RegistrationRecord(record.sequence(), record.timeMillis() + 1, record.event(), record.signature());
    }

    /// Answers nobody who asks for records.
    public synchronized void silence() {
        silent = true;
    }

    /// The next record that is made is shown with another time than was signed.
    public synchronized void forgeNext() {
        forged = records.size() + 1L;
    }

    /// The next record that is made is left out.
    public synchronized void leaveOutNext() {
        missing = records.size() + 1L;
    }

    /// Shows so many old records again before the ones asked for.
    public synchronized void repeat(int count) {
        repeated = count;
    }

    /// Answers again, and as it should.
    public synchronized void recover() {
        silent = false;
        forged = 0;
        missing = 0;
        repeated = 0;
    }

    /// After which numbers records were asked for since the last call.
    public synchronized List<Long> takeAskedAfter() {
        List<Long> taken = List.copyOf(askedAfter);
        askedAfter.clear();
        return taken;
    }

    /// How often it was asked about each wallet since the last call.
    public synchronized Map<String, Integer> takeAsked() {
        Map<String, Integer> taken = Map.copyOf(asked);
        asked.clear();
        return taken;
    }

    public synchronized long lastRecord() {
        return records.size();
    }

    /// Nothing happened.
    public synchronized void heartbeat() {
        sign(new Heartbeat());
    }

    private void record(EnrollmentChanged event) {
        sign(event);
        ledger.enroll(event);
    }

    private void sign(RegistrationEvent event) {
        long sequence = records.size() + 1L;
        byte[] message = RegistrationRecord.signedMessage(ledger.network(), sequence, sequence, event);
        records.add(new RegistrationRecord(sequence, sequence, event, key.sign(message)));
    }

    /// Enrolls a self-held wallet that nobody applied for.
    public synchronized void enroll(int participant, String reference, OwnerKey owner) {
        String enrollment = "e-" + participant + "/" + reference;
        EnrollmentChanged event = new EnrollmentChanged(
                Bytes32.of(Sha256.digest(enrollment.getBytes(StandardCharsets.UTF_8))),
                owner,
                owner.value(),
                participant,
                1,
                false,
                Standing.ACTIVE);
        events.put(participant + "/" + reference, event);
        record(event);
        tell(participant, reference, "APPROVED");
    }

    /// What it answers about a wallet from now on, whatever the records say.
    public synchronized void tell(int participant, String reference, String state) {
        String key = participant + "/" + reference;
        known.put(key, new EnrollmentView(reference, state, "e-" + key, 1, "told", "pem", HoldingShare.WHOLE_PARTS));
    }

    /// All but the proof, which is made again.
    private static EnrollmentApplication withoutProof(EnrollmentApplication application) {
        return new EnrollmentApplication(
                application.reference(),
                application.fullName(),
                application.birthDate(),
                application.country(),
                application.documentType(),
                application.documentNumber(),
                application.requestedTier(),
                application.custodial(),
                application.ownerKey(),
                application.noteKey(),
                "",
                application.documentExpiry(),
                null);
    }

    /// @return empty when the application is malformed
    public synchronized Optional<EnrollmentView> apply(int participant, EnrollmentApplication application) {
        if (application.fullName().equals("Malformed")) {
            return Optional.empty();
        }
        String reference = participant + "/" + application.reference();
        EnrollmentApplication before = applications.putIfAbsent(reference, withoutProof(application));
        if (before != null && !before.equals(withoutProof(application))) {
            throw new ProblemException(HttpStatus.CONFLICT, "other-content", "Another application", "x");
        }
        return Optional.of(known.computeIfAbsent(reference, _ -> {
            if (application.fullName().equals("Refused")) {
                return new EnrollmentView(application.reference(), "REFUSED", "", 0, "r".repeat(500), "", 0);
            }
            String enrollment = "e-" + reference;
            EnrollmentChanged event = new EnrollmentChanged(
                    Bytes32.of(Sha256.digest(enrollment.getBytes(StandardCharsets.UTF_8))),
                    OwnerKey.fromHex(application.ownerKey()),
                    Bytes32.fromHex(application.noteKey()),
                    participant,
                    application.requestedTier(),
                    application.custodial(),
                    Standing.ACTIVE);
            events.put(reference, event);
            record(event);
            return new EnrollmentView(
                    application.reference(),
                    "APPROVED",
                    enrollment,
                    application.requestedTier(),
                    "",
                    "pem",
                    application.holdingShare() == null ? HoldingShare.WHOLE_PARTS : application.holdingShare());
        }));
    }

    /// What a bank is answered.
    public synchronized Optional<EnrollmentView> ask(int participant, String reference) {
        asked.merge(participant + "/" + reference, 1, Integer::sum);
        return find(participant, reference);
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

    /// Has heard of an application and not decided.
    public synchronized void pending(int participant, String reference) {
        known.put(participant + "/" + reference, new EnrollmentView(reference, "SCREENED", "", 0, "", "", 0));
    }

    /// Refuses who was pending.
    public synchronized void refuse(int participant, String reference) {
        known.put(participant + "/" + reference, new EnrollmentView(reference, "REFUSED", "", 0, "no", "", 0));
    }

    /// Gives a wallet another share; more than a person's other wallets leave is refused.
    public synchronized Optional<EnrollmentView> share(int participant, String reference, int tenThousandths) {
        EnrollmentView before = known.get(participant + "/" + reference);
        if (before == null || tenThousandths > before.holdingShare() + left) {
            return Optional.empty();
        }
        left += before.holdingShare() - tenThousandths;
        EnrollmentView after = new EnrollmentView(
                reference,
                before.state(),
                before.enrollmentId(),
                before.tier(),
                before.reason(),
                before.certificate(),
                tenThousandths);
        known.put(participant + "/" + reference, after);
        return Optional.of(after);
    }

    /// What was given back of the limits, in ten thousandths.
    public synchronized int givenBack() {
        return left;
    }

    /// Whether steps of closings are answered.
    public synchronized void takesClosings(boolean does) {
        takesClosings = does;
    }

    /// The next steps of closings are made, and the answer is a failure.
    public synchronized void loseClosingAnswers(int count) {
        loseClosings = count;
    }

    /// A step of a closing, as registration takes it; a repeat changes nothing.
    public synchronized EnrollmentView closing(int participant, String reference, ClosingStep step) {
        if (!takesClosings) {
            throw new ProblemException(ProblemCode.UNAVAILABLE, "not now");
        }
        String key = participant + "/" + reference;
        String before = java.util.Objects.requireNonNull(known.get(key)).state();
        String after = switch (step) {
            case BEGIN -> "CLOSING";
            case STOP -> "APPROVED";
            case END -> "CLOSED";
        };
        if (!before.equals(after)) {
            if (!before.equals(step == ClosingStep.BEGIN ? "APPROVED" : "CLOSING")) {
                throw new ProblemException(HttpStatus.CONFLICT, "not-possible-now", "Not now", before);
            }
            if (step == ClosingStep.END) {
                share(participant, reference, 0);
            }
            change(
                    participant,
                    reference,
                    after,
                    switch (step) {
                        case BEGIN -> Standing.SUSPENDED;
                        case STOP -> Standing.ACTIVE;
                        case END -> Standing.REVOKED;
                    });
        }
        if (loseClosings > 0) {
            loseClosings--;
            throw new ProblemException(ProblemCode.UNAVAILABLE, "the answer is lost");
        }
        return java.util.Objects.requireNonNull(known.get(key));
    }

    /// Suspends a wallet everywhere.
    public synchronized void suspend(int participant, String reference) {
        change(participant, reference, "SUSPENDED", Standing.SUSPENDED);
    }

    /// Revokes a wallet for good.
    public synchronized void revoke(int participant, String reference) {
        change(participant, reference, "REVOKED", Standing.REVOKED);
    }

    /// Ends a suspension.
    public synchronized void reinstate(int participant, String reference) {
        change(participant, reference, "APPROVED", Standing.ACTIVE);
    }

    private void change(int participant, String reference, String state, Standing standing) {
        String key = participant + "/" + reference;
        EnrollmentView before = java.util.Objects.requireNonNull(known.get(key));
        EnrollmentChanged event = java.util.Objects.requireNonNull(events.get(key));
        known.put(
                key,
                new EnrollmentView(
                        reference, state, before.enrollmentId(), before.tier(), "court", "pem", before.holdingShare()));
        record(new EnrollmentChanged(
                event.enrollment(),
                event.owner(),
                event.noteKey(),
                event.participant(),
                event.tier(),
                event.custodial(),
                standing));
    }
}

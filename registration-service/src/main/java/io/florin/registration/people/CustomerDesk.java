package io.florin.registration.people;

import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.registration.people.Enrollment.State;
import io.florin.registration.protocol.Actor;
import io.florin.registration.protocol.CredentialIssuer;
import io.florin.registration.protocol.CredentialWithdrawal;
import io.florin.registration.protocol.DocumentChecks;
import io.florin.registration.protocol.DocumentChecks.Finding;
import io.florin.registration.protocol.EnrollmentDesk;
import io.florin.registration.protocol.ParticipantDirectory;
import io.florin.registration.protocol.RecordJournal;
import io.florin.registration.protocol.RegistrationProblem;
import io.florin.registration.protocol.Screening;
import io.florin.registration.protocol.Standings;
import io.florin.registration.protocol.Standings.Change;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentApplication;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentView;
import io.florin.runtime.decisions.Decision;
import io.florin.runtime.decisions.DecisionLog;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.data.domain.Limit;
import org.springframework.transaction.support.TransactionOperations;

/// Takes banks' applications for their customers, screens them, and carries out decisions. Every decision is logged and
/// every change of an enrollment recorded in the transaction that makes it.
public class CustomerDesk implements EnrollmentDesk {
    private static final int LIST_MAX = 500;
    private static final int ENROLLMENT_ID_BYTES = 16;

    private final Enrollments enrollments;
    private final TransactionOperations transactions;
    private final Checks checks;
    private final Office office;
    private final Network network;

    /// What an application goes through.
    public record Checks(
            Screening screening, DocumentChecks documents, ParticipantDirectory participants, ApprovalRule rule) {}

    /// What every decision needs.
    public record Office(
            DecisionLog log,
            RecordJournal journal,
            CredentialIssuer credentials,
            CredentialWithdrawal withdrawal,
            InstantSource clock,
            RandomGenerator random,
            Supplier<UUID> ids) {}

    /// @param configuration of genesis: which tiers there are
    public record Network(NetworkId id, NetworkConfiguration configuration) {}

    public CustomerDesk(
            Enrollments enrollments,
            TransactionOperations transactions,
            Checks checks,
            Office office,
            Network network) {
        this.enrollments = enrollments;
        this.transactions = transactions;
        this.checks = checks;
        this.office = office;
        this.network = network;
    }

    @Override
    public EnrollmentView apply(int participant, EnrollmentApplication application) {
        CheckedApplication checked = CheckedApplication.of(network.id(), participant, application);
        if (network.configuration().tier(checked.tier()).isEmpty()) {
            throw RegistrationProblem.UNKNOWN_TIER.refusal();
        }
        try {
            return required(
                    transactions.execute(_ -> known(participant, checked).orElseGet(() -> take(participant, checked))));
        } catch (DataIntegrityViolationException taken) {
            // another request with the same reference or owner key was faster
            return required(transactions.execute(
                    _ -> known(participant, checked).orElseThrow(RegistrationProblem.OWNER_KEY_TAKEN::refusal)));
        }
    }

    private Optional<EnrollmentView> known(int participant, CheckedApplication checked) {
        Optional<Enrollment> before = enrollments.findByParticipantAndReference(participant, checked.reference());
        if (before.isPresent() && !before.get().requestDigest().equals(checked.digest())) {
            throw RegistrationProblem.OTHER_CONTENT.refusal();
        }
        return before.map(Enrollment::bankView);
    }

    private EnrollmentView take(int participant, CheckedApplication checked) {
        if (!checks.participants().isActive(participant)) {
            throw RegistrationProblem.PARTICIPANT_NOT_ACTIVE.refusal();
        }
        if (checked.tier() == Tier.TREASURY && enrollments.countTreasuries(participant, Tier.TREASURY) > 0) {
            throw RegistrationProblem.TREASURY_TAKEN.refusal();
        }
        Instant now = office.clock().instant();
        Enrollment enrollment = new Enrollment(office.ids().get(), participant, checked, now);
        Screening.Result screened = checks.screening().screen(enrollment.subject());
        List<Finding> findings =
                checks.documents().check(checked.document(), checked.tier(), LocalDate.ofInstant(now, ZoneOffset.UTC));
        enrollment.screened(screened, findings.stream().map(Finding::name).toList());
        enrollment = enrollments.saveAndFlush(enrollment);
        String found = screened.hits().size() + " likenesses, " + findings.size() + " findings";
        log(Actor.bank(participant), "enrollment-applied", enrollment, found);
        if (checks.rule().approves(checked.tier(), screened.hits(), findings)) {
            approve(enrollment, Actor.rule("auto-approval"), "no likeness, no finding, tier " + checked.tier(), now);
        }
        return enrollment.bankView();
    }

    @Override
    public Optional<EnrollmentView> enrollment(int participant, String reference) {
        return required(transactions.execute(_ -> enrollments
                .findByParticipantAndReference(participant, reference)
                .map(Enrollment::bankView)));
    }

    /// Approves by a person, who may do so in spite of likenesses and findings, with a reason, and who has not said
    /// which likenesses: none may have come since the application.
    public EnrollmentFile approve(UUID id, Actor actor, String reason) {
        return approve(id, actor, reason, enrollment -> !enrollment.isListedAnew());
    }

    /// @param listSeen version of the list whose likenesses the person was shown
    public EnrollmentFile approve(UUID id, Actor actor, String reason, String listSeen) {
        return approve(id, actor, reason, enrollment -> enrollment.listVersion().equals(listSeen));
    }

    private EnrollmentFile approve(UUID id, Actor actor, String reason, Predicate<Enrollment> seen) {
        return decide(id, reason, enrollment -> {
            if (!seen.test(enrollment)) {
                throw new ProblemException(
                        ProblemCode.CONFLICT,
                        "The customer was screened against another list meanwhile: look at the page of the customer"
                                + " again and approve there.");
            }
            if (!checks.participants().isActive(enrollment.participant())) {
                throw RegistrationProblem.PARTICIPANT_NOT_ACTIVE.refusal();
            }
            approve(enrollment, actor, reason, office.clock().instant());
        });
    }

    public EnrollmentFile refuse(UUID id, Actor actor, String reason) {
        return decide(id, reason, enrollment -> {
            enrollment.refuse(actor, reason, office.clock().instant());
            log(actor, "enrollment-refused", enrollment, reason);
        });
    }

    private EnrollmentFile decide(UUID id, String reason, Consumer<Enrollment> act) {
        return required(transactions.execute(_ -> {
            Enrollment enrollment = held(id);
            if (enrollment.state() != State.SCREENED) {
                throw RegistrationProblem.ALREADY_DECIDED.refusal();
            }
            if (reason.isBlank()) {
                throw RegistrationProblem.REASON_MISSING.refusal();
            }
            act.accept(enrollment);
            return enrollment.file();
        }));
    }

    private void approve(Enrollment enrollment, Actor actor, String reason, Instant now) {
        byte[] bytes = new byte[ENROLLMENT_ID_BYTES];
        office.random().nextBytes(bytes);
        String enrollmentId = HexFormat.of().formatHex(bytes);
        String credential = office.credentials()
                .issue(enrollmentId, enrollment.owner(), enrollment.participant(), enrollment.tier(), now);
        enrollment.approve(enrollmentId, credential, actor, reason, now);
        log(actor, "enrollment-approved", enrollment, reason);
        office.journal().append(enrollment.event());
    }

    /// Changes the standing of an approved enrollment.
    public EnrollmentFile change(UUID id, Change change, Actor actor, String reason) {
        return required(transactions.execute(_ -> {
            Enrollment enrollment = held(id);
            if (enrollment.state() != State.APPROVED) {
                throw RegistrationProblem.NOT_POSSIBLE_NOW.refusal();
            }
            switch (enrollment.standings().apply(change, actor, reason)) {
                case Standings.Refused(RegistrationProblem problem) -> throw problem.refusal();
                case Standings.Changed(Standings after, boolean visible) -> {
                    enrollment.change(after);
                    String word = change.name().toLowerCase(Locale.ROOT).replace('_', '-');
                    log(actor, "enrollment-" + word, enrollment, reason);
                    if (!after.isActive()) {
                        office.withdrawal().withdraw(id);
                    }
                    if (visible) {
                        office.journal().append(enrollment.event());
                    }
                }
            }
            return enrollment.file();
        }));
    }

    public EnrollmentFile file(UUID id) {
        return required(transactions.execute(_ -> enrollments
                .findById(id)
                .map(Enrollment::file)
                .orElseThrow(RegistrationProblem.NO_SUCH_ENROLLMENT::refusal)));
    }

    /// Which enrollments a list shows.
    public enum Selection {
        WAITING,
        HITS,
        ALL
    }

    public List<EnrollmentLine> list(Selection selection) {
        Limit limit = Limit.of(LIST_MAX);
        return required(transactions.execute(_ -> (switch (selection) {
                    case WAITING -> enrollments.waiting(limit);
                    case HITS -> enrollments.waitingWithHits(limit);
                    case ALL -> enrollments.newest(limit);
                })
                .stream().map(Enrollment::line).toList()));
    }

    public long waiting() {
        return enrollments.countWaiting();
    }

    public long waitingWithHits() {
        return enrollments.countWaitingWithHits();
    }

    public long approved() {
        return enrollments.countApproved();
    }

    public List<DecisionLog.Entry> history(UUID id) {
        return office.log().of(subject(id));
    }

    public String listVersion() {
        return checks.screening().listVersion();
    }

    private Enrollment held(UUID id) {
        return enrollments.hold(id).orElseThrow(RegistrationProblem.NO_SUCH_ENROLLMENT::refusal);
    }

    private void log(Actor actor, String action, Enrollment enrollment, String reason) {
        office.log()
                .append(new Decision(actor.text(), action, subject(enrollment.id()), reason, enrollment.listVersion()));
    }

    private static String subject(UUID id) {
        return "enrollment/" + id;
    }

    private static <T> T required(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("a transaction gave nothing");
        }
        return value;
    }
}

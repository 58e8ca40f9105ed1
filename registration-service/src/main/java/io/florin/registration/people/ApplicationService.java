package io.florin.registration.people;

import io.florin.decisions.Decision;
import io.florin.decisions.DecisionLog;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.enrollment.HoldingShare;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.registration.anonymous.CredentialStore;
import io.florin.registration.credentials.CredentialAuthority;
import io.florin.registration.participants.ParticipantStandings;
import io.florin.registration.people.Enrollment.State;
import io.florin.registration.protocol.Actor;
import io.florin.registration.protocol.RegistrationProblem;
import io.florin.registration.protocol.Standings;
import io.florin.registration.protocol.Standings.Change;
import io.florin.registration.records.RecordStore;
import io.florin.registration.screening.DocumentRules;
import io.florin.registration.screening.DocumentRules.Finding;
import io.florin.runtime.api.RegistrationInternalApi.ClosingStep;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentApplication;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentView;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.screening.Screening;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
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
import org.springframework.transaction.support.TransactionOperations;

/// Takes banks' applications for their customers, screens them, and carries out decisions. Every decision is logged and
/// every change of an enrollment recorded in the transaction that makes it.
public class ApplicationService {
    private static final int ENROLLMENT_ID_BYTES = 16;
    private static final UUID NOBODY = new UUID(0, 0);

    private final EnrollmentRepository enrollments;
    private final TransactionOperations transactions;
    private final Checks checks;
    private final Office office;
    private final NetworkId network;
    private final NetworkConfiguration configuration;

    /// Steps that an application goes through.
    public record Checks(
            Screening screening,
            DocumentRules documents,
            ParticipantStandings participants,
            PersonRegister people,
            ApprovalRule rule) {}

    /// Collaborators of every decision.
    public record Office(
            DecisionLog log,
            RecordStore journal,
            CredentialAuthority credentials,
            CredentialStore withdrawal,
            InstantSource clock,
            RandomGenerator random,
            Supplier<UUID> ids) {}

    /// @param configuration of genesis: which tiers there are
    public ApplicationService(
            EnrollmentRepository enrollments,
            TransactionOperations transactions,
            Checks checks,
            Office office,
            NetworkId network,
            NetworkConfiguration configuration) {
        this.enrollments = enrollments;
        this.transactions = transactions;
        this.checks = checks;
        this.office = office;
        this.network = network;
        this.configuration = configuration;
    }

    /// @param participant the bank that applies, known by its certificate
    public EnrollmentView apply(int participant, EnrollmentApplication application) {
        CheckedApplication checked = CheckedApplication.of(network, participant, application);
        if (configuration.tier(checked.tier()).isEmpty()) {
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
        List<Finding> findings = new ArrayList<>(
                checks.documents().check(checked.document(), checked.tier(), LocalDate.ofInstant(now, ZoneOffset.UTC)));
        if (checked.tier() != Tier.TREASURY) {
            findings.addAll(recognise(enrollment, checked));
        }
        enrollment.screened(screened, findings.stream().map(Finding::name).toList());
        enrollment = enrollments.saveAndFlush(enrollment);
        String found = screened.hits().size() + " likenesses, " + findings.size() + " findings";
        log(Actor.bank(participant), "enrollment-applied", enrollment, found);
        if (checks.rule().approves(checked.tier(), screened.hits(), findings)) {
            approveByRule(enrollment, now);
        }
        return enrollment.bankView();
    }

    private List<Finding> recognise(Enrollment enrollment, CheckedApplication checked) {
        PersonRegister.Recognised who = checks.people().recognise(checked);
        enrollment.recognised(who.person(), who.possible());
        List<Finding> findings = new ArrayList<>();
        if (who.otherName()) {
            findings.add(Finding.DOCUMENT_OF_ANOTHER);
        }
        if (!who.possible().isEmpty()) {
            findings.add(Finding.PERSON_POSSIBLY_KNOWN);
        }
        if (who.uncompared()) {
            findings.add(Finding.PERSON_NOT_COMPARED);
        }
        return findings;
    }

    private void approveByRule(Enrollment enrollment, Instant now) {
        Actor rule = Actor.rule("auto-approval");
        if (shareFor(enrollment).isPresent()) {
            approve(enrollment, rule, "no likeness, no finding, tier " + enrollment.tier(), now);
        } else {
            String reason = RegistrationProblem.PERSON_LIMIT_REACHED.code();
            enrollment.refuse(rule, reason, now);
            log(rule, "enrollment-refused", enrollment, reason);
        }
    }

    /// The wallet's share of its person's holding limit: what was asked for, or what is left. Holds the person.
    ///
    /// @return empty when there is less, or nothing
    private Optional<Integer> shareFor(Enrollment enrollment) {
        if (enrollment.person().isEmpty()) {
            return Optional.of(HoldingShare.WHOLE_PARTS);
        }
        UUID person = enrollment.person().get();
        checks.people().hold(person);
        int left = checks.people().shareLeft(person, enrollment.id());
        return Optional.of(enrollment.shareAsked().orElse(left)).filter(share -> share > 0 && share <= left);
    }

    /// Gives an approved wallet another part of its person's holding limit.
    ///
    /// @param tenThousandths 0 to 10,000
    public EnrollmentView share(int participant, String reference, int tenThousandths) {
        if (tenThousandths < 0 || tenThousandths > HoldingShare.WHOLE_PARTS) {
            throw RegistrationProblem.BAD_FIELD.refusal("holdingShare: 0 to " + HoldingShare.WHOLE_PARTS + ".");
        }
        return required(transactions.execute(_ -> {
            UUID id = enrollments
                    .findByParticipantAndReference(participant, reference)
                    .map(Enrollment::id)
                    .orElseThrow(RegistrationProblem.NO_SUCH_APPLICATION::refusal);
            Enrollment enrollment = held(id);
            UUID person = enrollment.person().orElseThrow(RegistrationProblem.NOT_POSSIBLE_NOW::refusal);
            if (enrollment.state() != State.APPROVED || enrollment.standings().standing() == Standing.REVOKED) {
                throw RegistrationProblem.NOT_POSSIBLE_NOW.refusal();
            }
            if (enrollment.holdingShare() == tenThousandths) {
                return enrollment.bankView();
            }
            checks.people().hold(person);
            if (tenThousandths > checks.people().shareLeft(person, id)) {
                throw RegistrationProblem.PERSON_LIMIT_REACHED.refusal();
            }
            String change = enrollment.holdingShare() + " to " + tenThousandths + " of " + HoldingShare.WHOLE_PARTS;
            enrollment.hasShare(tenThousandths);
            log(Actor.bank(participant), "enrollment-share", enrollment, change);
            return enrollment.bankView();
        }));
    }

    /// A step of the closing of an approved wallet by its bank; a repeat changes nothing.
    public EnrollmentView closing(int participant, String reference, ClosingStep step) {
        return required(transactions.execute(_ -> {
            UUID id = enrollments
                    .findByParticipantAndReference(participant, reference)
                    .map(Enrollment::id)
                    .orElseThrow(RegistrationProblem.NO_SUCH_APPLICATION::refusal);
            Enrollment enrollment = held(id);
            UUID person = enrollment.person().orElseThrow(RegistrationProblem.NOT_POSSIBLE_NOW::refusal);
            Closing closing = Closing.of(step);
            if (!enrollment.bankView().state().equals(closing.state())) {
                checks.people().hold(person);
                change(id, closing.change(), Actor.bank(participant), closing.words());
                if (step == ClosingStep.END) {
                    enrollment.hasShare(0);
                }
            }
            return enrollment.bankView();
        }));
    }

    /// A step of a bank's closing.
    ///
    /// @param state that its bank is told after it
    private record Closing(Change change, String state, String words) {
        static Closing of(ClosingStep step) {
            return switch (step) {
                case BEGIN -> new Closing(Change.BEGIN_CLOSING, "CLOSING", "its bank closes it");
                case STOP -> new Closing(Change.STOP_CLOSING, State.APPROVED.name(), "its bank does not close it");
                case END -> new Closing(Change.END_CLOSING, "CLOSED", "closed by its bank");
            };
        }
    }

    /// Says who the applicant is.
    ///
    /// @param person one of those known who may be the applicant; empty for another person than all of them
    public EnrollmentFile person(UUID id, Optional<UUID> person, Actor actor, String reason) {
        return decide(id, reason, enrollment -> {
            UUID before = enrollment.person().orElseThrow(RegistrationProblem.NOT_POSSIBLE_NOW::refusal);
            if (person.isPresent()) {
                if (enrollment.possible().stream()
                        .noneMatch(other -> other.person().equals(person.get()))) {
                    throw RegistrationProblem.BAD_FIELD.refusal("person is one of those who may be the applicant.");
                }
                if (!checks.people().unite(before, person.get(), id)) {
                    throw RegistrationProblem.PERSON_LIMIT_REACHED.refusal(
                            "The wallets of both have more than one holding limit together; reduce a share first.");
                }
                enrollment.isPerson(person.get());
                log(actor, "enrollment-same-person", enrollment, reason);
                return;
            }
            boolean alone = enrollments.ofPerson(before).size() == 1;
            enrollment.isPerson(alone ? before : checks.people().another());
            log(actor, "enrollment-another-person", enrollment, reason);
        });
    }

    /// The person's wallets at all banks, and who else it may be.
    public PersonFile person(UUID id) {
        return required(transactions.execute(_ -> {
            Enrollment enrollment =
                    enrollments.findById(id).orElseThrow(RegistrationProblem.NO_SUCH_ENROLLMENT::refusal);
            List<PersonFile.PossiblePerson> possible = enrollment.possible().stream()
                    .map(other -> new PersonFile.PossiblePerson(
                            other.person(), nameOf(other.person()), other.score(), other.explanation()))
                    .toList();
            return new PersonFile(
                    enrollment.person().orElse(null),
                    enrollment
                            .person()
                            .map(person -> checks.people().shareLeft(person, NOBODY))
                            .orElse(0),
                    enrollment.isPersonUndecided(),
                    enrollment.person().map(enrollments::ofPerson).orElse(List.of(enrollment)).stream()
                            .map(Enrollment::wallet)
                            .toList(),
                    possible);
        }));
    }

    private String nameOf(UUID person) {
        return enrollments.namesOf(person).stream()
                .findFirst()
                .map(KnownName::fullName)
                .orElse("united with another person");
    }

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
            if (enrollment.isPersonUndecided()) {
                throw RegistrationProblem.PERSON_UNDECIDED.refusal();
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
        enrollment.hasShare(shareFor(enrollment).orElseThrow(RegistrationProblem.PERSON_LIMIT_REACHED::refusal));
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

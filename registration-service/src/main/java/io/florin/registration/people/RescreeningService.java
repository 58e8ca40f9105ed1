package io.florin.registration.people;

import io.florin.decisions.Decision;
import io.florin.decisions.DecisionLog;
import io.florin.registration.people.RescreeningTask.State;
import io.florin.registration.protocol.Actor;
import io.florin.registration.protocol.RegistrationProblem;
import io.florin.registration.protocol.Standings.Change;
import io.florin.runtime.database.DatabaseAway;
import io.florin.runtime.screening.Screening;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionOperations;

/// Screens everybody again when the sanctions list changes, and keeps what it found until a second person has decided.
///
/// Each enrollment carries the version of the list it was last screened against; one with another version is due. A
/// pass can stop anywhere and goes on with those still due. An application that waits only gets its likenesses renewed:
/// a person will look at it anyway. For an approved one a likeness that is new, or stronger than the one already
/// decided about, becomes a task.
///
/// Locks are taken in the order enrollment, task, log.
public class RescreeningService {
    private static final Logger LOG = LoggerFactory.getLogger(RescreeningService.class);
    private static final UUID FIRST = new UUID(0, 0);
    private static final int STEP_MAX = 100;
    private static final Actor RULE = Actor.rule("rescreening");

    private final RescreeningTasks tasks;
    private final EnrollmentRepository enrollments;
    private final ApplicationService customers;
    private final TransactionOperations transactions;
    private final Office office;

    // of the pass under way; one thread's
    private final Set<UUID> told = new HashSet<>();
    private String passList = "";
    private UUID after = FIRST;
    private int missed;
    private volatile int notScreened;

    /// Collaborators of finding and deciding.
    public record Office(Screening screening, DecisionLog log, InstantSource clock, Supplier<UUID> ids) {}

    public RescreeningService(
            RescreeningTasks tasks,
            EnrollmentRepository enrollments,
            ApplicationService customers,
            TransactionOperations transactions,
            Office office) {
        this.tasks = tasks;
        this.enrollments = enrollments;
        this.customers = customers;
        this.transactions = transactions;
        this.office = office;
    }

    /// Screens some of those that are due, each in a transaction of its own. One thread calls it.
    ///
    /// @return how many were screened; 0 when nobody is due
    /// @throws IllegalStateException at the end of a pass in which somebody could not be screened; they stay due
    public int step() {
        String listVersion = office.screening().listVersion();
        if (!listVersion.equals(passList)) {
            begin();
            passList = listVersion;
            told.clear();
        }
        List<UUID> due = enrollments.due(listVersion, after, STEP_MAX);
        for (UUID id : due) {
            screenOne(id);
            after = id;
        }
        if (due.size() == STEP_MAX) {
            return due.size();
        }
        notScreened = missed;
        begin();
        if (notScreened > 0) {
            throw new IllegalStateException(notScreened + " people could not be screened against the list in use");
        }
        return due.size();
    }

    private void begin() {
        after = FIRST;
        missed = 0;
    }

    /// A fault in one person's screening keeps nobody else waiting.
    private void screenOne(UUID id) {
        try {
            transactions.executeWithoutResult(_ -> screen(id));
            told.remove(id);
        } catch (RuntimeException broken) {
            if (DatabaseAway.isBehind(broken)) {
                throw broken;
            }
            missed++;
            if (told.add(id)) {
                LOG.error("cannot be screened, stays due: enrollment={} cause={}", id, broken.toString());
            }
        }
    }

    private void screen(UUID id) {
        Enrollment enrollment = enrollments.hold(id).orElseThrow();
        Screening.Result result = office.screening().screen(enrollment.subject());
        boolean fresh = enrollment.rescreened(result);
        if (!fresh || enrollment.state() != Enrollment.State.APPROVED) {
            return;
        }
        RescreeningTask task = tasks.findByEnrollmentAndState(id, State.OPEN)
                .orElseGet(() -> new RescreeningTask(
                        office.ids().get(),
                        id,
                        result.listVersion(),
                        office.clock().instant()));
        task.foundBy(result.listVersion());
        tasks.save(task);
        String found = result.hits().size() + " likenesses, task " + task.id();
        log(RULE, "enrollment-listed", enrollment, found);
    }

    /// Decides that the person must not pay: suspends at once, whatever list comes later.
    public RescreeningView suspend(UUID id, Actor actor, String reason) {
        return decide(id, State.SUSPENDED, actor, reason);
    }

    /// Decides that the person is not the listed one.
    public RescreeningView clear(UUID id, Actor actor, String reason) {
        return decide(id, State.CLEARED, actor, reason);
    }

    private RescreeningView decide(UUID id, State decided, Actor actor, String reason) {
        return required(transactions.execute(_ -> {
            UUID person = find(id).enrollment();
            Enrollment enrollment = enrollments.hold(person).orElseThrow();
            RescreeningTask task = tasks.hold(id).orElseThrow(RegistrationProblem.NO_SUCH_TASK::refusal);
            if (!task.isOpen()) {
                throw RegistrationProblem.ALREADY_DECIDED.refusal();
            }
            if (reason.isBlank()) {
                throw RegistrationProblem.REASON_MISSING.refusal();
            }
            if (enrollment.wasDecidedBy(actor)) {
                throw RegistrationProblem.SAME_PERSON.refusal("Another person than who approved must decide.");
            }
            task.decide(decided, actor, reason, office.clock().instant());
            log(actor, decided == State.CLEARED ? "listing-cleared" : "listing-confirmed", enrollment, reason);
            if (decided == State.SUSPENDED && enrollment.standings().maySuspend()) {
                customers.change(person, Change.SUSPEND, actor, reason);
            }
            return task.view(enrollment.file());
        }));
    }

    public RescreeningView view(UUID id) {
        return required(transactions.execute(_ -> view(find(id))));
    }

    public long openCount() {
        return tasks.countByState(State.OPEN);
    }

    /// Number of people that the list in use has not been applied to yet.
    public long dueCount() {
        return enrollments.countDue(office.screening().listVersion());
    }

    /// Number of people that the last whole pass could not screen: they are admitted, and nobody knows whether they are
    /// listed.
    public int notScreened() {
        return notScreened;
    }

    public String listVersion() {
        return office.screening().listVersion();
    }

    private RescreeningTask find(UUID id) {
        return tasks.findById(id).orElseThrow(RegistrationProblem.NO_SUCH_TASK::refusal);
    }

    private RescreeningView view(RescreeningTask task) {
        return task.view(enrollments.findById(task.enrollment()).orElseThrow().file());
    }

    private void log(Actor actor, String action, Enrollment enrollment, String reason) {
        office.log()
                .append(new Decision(
                        actor.text(), action, "enrollment/" + enrollment.id(), reason, enrollment.listVersion()));
    }

    private static <T> T required(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("a transaction gave nothing");
        }
        return value;
    }
}

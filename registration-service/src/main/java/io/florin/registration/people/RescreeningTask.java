package io.florin.registration.people;

import io.florin.registration.protocol.Actor;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// An admitted person whom a later sanctions list names: open until a second person suspends or clears, with a reason.
/// An enrollment has at most one open task; a newer list with further likenesses moves it on.
@Entity
@Table(name = "rescreening_task")
public class RescreeningTask {

    /// Open → suspended or cleared, for ever.
    public enum State {
        OPEN,
        SUSPENDED,
        CLEARED
    }

    @Id
    private UUID id;

    private UUID enrollment;
    private String listVersion;
    private Instant foundAt;

    @Enumerated(EnumType.STRING)
    private State state = State.OPEN;

    private String decidedBy = "";
    private @Nullable Instant decidedAt;
    private String reason = "";

    @Version
    private long version;

    @SuppressWarnings("NullAway.Init")
    protected RescreeningTask() {}

    RescreeningTask(UUID id, UUID enrollment, String listVersion, Instant now) {
        this.id = id;
        this.enrollment = enrollment;
        this.listVersion = listVersion;
        this.foundAt = now;
    }

    /// Another list has found more.
    void foundBy(String newerList) {
        listVersion = newerList;
    }

    void decide(State decided, Actor actor, String why, Instant now) {
        state = decided;
        decidedBy = actor.text();
        decidedAt = now;
        reason = why;
    }

    boolean isOpen() {
        return state == State.OPEN;
    }

    UUID id() {
        return id;
    }

    UUID enrollment() {
        return enrollment;
    }

    /// @param person whom it is about
    RescreeningView view(EnrollmentFile person) {
        return new RescreeningView(
                id,
                enrollment,
                person.participant(),
                person.fullName(),
                person.standings().standing().name(),
                person.hits(),
                listVersion,
                foundAt,
                state.name(),
                decidedBy,
                decidedAt,
                reason);
    }
}

package io.florin.registration.participants;

import io.florin.decisions.SecondPerson;
import io.florin.registration.protocol.Actor;
import io.florin.registration.protocol.RegistrationProblem;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A bank's application, recorded by one person and decided by another.
@Entity
@Table(name = "participant_application")
public class ParticipantApplication {

    /// States of an application.
    public enum State {
        SUBMITTED,
        APPROVED,
        REFUSED
    }

    /// Findings of the last check of the endpoints.
    public enum Conformance {
        NOT_RUN,
        GREEN,
        RED
    }

    @Id
    private UUID id;

    private int participant;
    private String name;
    private String bic;
    private String lei;
    private String apiEndpoint;
    private String internalEndpoint;

    @Column(columnDefinition = "text")
    private String certificateRequest;

    @Enumerated(EnumType.STRING)
    private State state = State.SUBMITTED;

    private String recordedBy;
    private Instant recordedAt;

    @Enumerated(EnumType.STRING)
    private Conformance conformance = Conformance.NOT_RUN;

    private String conformanceDetail = "";
    private @Nullable Instant conformanceAt;
    private String decidedBy = "";
    private @Nullable Instant decidedAt;
    private String reason = "";

    @Version
    private long version;

    @SuppressWarnings("NullAway.Init")
    protected ParticipantApplication() {}

    ParticipantApplication(UUID id, ParticipantForm form, Actor recorder, Instant now) {
        this.id = id;
        this.participant = form.participant();
        this.name = form.name().strip();
        this.bic = form.bic();
        this.lei = form.lei();
        this.apiEndpoint = form.apiEndpoint().toString();
        this.internalEndpoint = form.internalEndpoint().toString();
        this.certificateRequest = form.certificateRequest();
        this.recordedBy = recorder.text();
        this.recordedAt = now;
    }

    void checked(boolean green, String detail, Instant now) {
        conformance = green ? Conformance.GREEN : Conformance.RED;
        conformanceDetail = detail;
        conformanceAt = now;
    }

    /// Reason for which this person may not decide now; empty when it may.
    Optional<RegistrationProblem> objection(Actor actor, String why) {
        if (state != State.SUBMITTED) {
            return Optional.of(RegistrationProblem.ALREADY_DECIDED);
        }
        if (SecondPerson.isMissing(recordedBy, actor.text())) {
            return Optional.of(RegistrationProblem.SAME_PERSON);
        }
        return why.isBlank() ? Optional.of(RegistrationProblem.REASON_MISSING) : Optional.empty();
    }

    void decide(State decided, Actor actor, String why, Instant now) {
        state = decided;
        decidedBy = actor.text();
        decidedAt = now;
        reason = why;
    }

    List<URI> endpoints() {
        return List.of(URI.create(apiEndpoint), URI.create(internalEndpoint));
    }

    boolean isGreen() {
        return conformance == Conformance.GREEN;
    }

    UUID id() {
        return id;
    }

    int participant() {
        return participant;
    }

    String certificateRequest() {
        return certificateRequest;
    }

    ApplicationView view() {
        return new ApplicationView(
                id,
                participant,
                name,
                bic,
                lei,
                apiEndpoint,
                internalEndpoint,
                state.name(),
                recordedBy,
                recordedAt,
                conformance.name(),
                conformanceDetail,
                conformanceAt,
                decidedBy,
                decidedAt,
                reason);
    }
}

package io.florin.registration.participants;

import io.florin.ledger.enrollment.RegistrationEvent.ParticipantChanged;
import io.florin.registration.protocol.Actor;
import io.florin.registration.protocol.Standings;
import jakarta.persistence.Column;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.PostLoad;
import jakarta.persistence.PostPersist;
import jakarta.persistence.Table;
import jakarta.persistence.Transient;
import jakarta.persistence.Version;
import java.time.Instant;
import org.springframework.data.domain.Persistable;

/// An admitted bank.
@Entity
@Table(name = "participant")
public class Participant implements Persistable<Integer> {

    @Id
    private Integer id;

    private String name;
    private String bic;
    private String lei = "";
    private String apiEndpoint = "";
    private String internalEndpoint = "";

    @Column(columnDefinition = "text")
    private String certificate = "";

    private String admittedBy;
    private Instant admittedAt;

    @Embedded
    private Standings standings = Standings.ACTIVE;

    @Version
    private long version;

    @Transient
    private boolean stored;

    @SuppressWarnings("NullAway.Init")
    protected Participant() {}

    Participant(int id, String name, String bic, Actor admittedBy, Instant admittedAt) {
        this.id = id;
        this.name = name;
        this.bic = bic;
        this.admittedBy = admittedBy.text();
        this.admittedAt = admittedAt;
    }

    static Participant admitted(ApplicationView application, String certificate, Actor actor, Instant now) {
        Participant participant =
                new Participant(application.participant(), application.name(), application.bic(), actor, now);
        participant.lei = application.lei();
        participant.apiEndpoint = application.apiEndpoint();
        participant.internalEndpoint = application.internalEndpoint();
        participant.certificate = certificate;
        return participant;
    }

    @PostPersist
    @PostLoad
    void markStored() {
        stored = true;
    }

    @Override
    public Integer getId() {
        return id;
    }

    @Override
    public boolean isNew() {
        return !stored;
    }

    Standings standings() {
        return standings;
    }

    void change(Standings after) {
        standings = after;
    }

    /// The participant as everybody is told of it.
    ParticipantChanged event() {
        return new ParticipantChanged(id, name, bic, standings.standing());
    }

    ParticipantView view() {
        return new ParticipantView(
                id, name, bic, lei, apiEndpoint, internalEndpoint, certificate, admittedBy, admittedAt, standings);
    }
}

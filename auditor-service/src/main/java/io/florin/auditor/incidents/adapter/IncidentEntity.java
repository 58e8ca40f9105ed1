package io.florin.auditor.incidents.adapter;

import io.florin.ledger.audit.IncidentKind;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/// A finding, and who has looked at it.
@Entity
@Table(name = "audit_incident")
class IncidentEntity {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    @Column(name = "id")
    private Long id;

    @Column(name = "natural_key")
    private String naturalKey;

    @Enumerated(EnumType.STRING)
    @Column(name = "kind")
    private IncidentKind kind;

    @Enumerated(EnumType.STRING)
    @Column(name = "severity")
    private IncidentKind.Severity severity;

    @Column(name = "block")
    private long block;

    @Column(name = "place")
    private long place;

    @Column(name = "subject")
    private String subject;

    @Column(name = "detail")
    private String detail;

    @Column(name = "evidence")
    private byte[] evidence;

    @Column(name = "found_at")
    private Instant foundAt;

    @Column(name = "acknowledged_by")
    private String acknowledgedBy;

    @Column(name = "acknowledged_note")
    private String acknowledgedNote;

    @SuppressWarnings("NullAway.Init")
    protected IncidentEntity() {}

    void acknowledge(String person, String note) {
        this.acknowledgedBy = person;
        this.acknowledgedNote = note;
    }

    public Long getId() {
        return id;
    }

    public IncidentKind getKind() {
        return kind;
    }

    public IncidentKind.Severity getSeverity() {
        return severity;
    }

    public long getBlock() {
        return block;
    }

    public long getPlace() {
        return place;
    }

    public String getSubject() {
        return subject;
    }

    public String getDetail() {
        return detail;
    }

    public Instant getFoundAt() {
        return foundAt;
    }

    public String getAcknowledgedBy() {
        return acknowledgedBy;
    }

    public String getAcknowledgedNote() {
        return acknowledgedNote;
    }
}

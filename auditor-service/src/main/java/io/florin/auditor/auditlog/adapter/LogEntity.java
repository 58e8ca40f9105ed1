package io.florin.auditor.auditlog.adapter;

import io.florin.auditor.auditlog.LogRow;
import io.florin.crypto.Bytes32;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/// An entry of the log.
@Entity
@Table(name = "audit_log")
class LogEntity {
    @Id
    @Column(name = "sequence")
    private long sequence;

    @Column(name = "at_millis")
    private long atMillis;

    @Column(name = "actor")
    private String actor;

    @Column(name = "action")
    private String action;

    @Column(name = "subject")
    private String subject;

    @Column(name = "detail")
    private String detail;

    @Column(name = "previous_hash")
    private byte[] previousHash;

    @Column(name = "hash")
    private byte[] hash;

    @SuppressWarnings("NullAway.Init")
    protected LogEntity() {}

    LogEntity(LogRow row) {
        this.sequence = row.sequence();
        this.atMillis = row.atMillis();
        this.actor = row.actor();
        this.action = row.action();
        this.subject = row.subject();
        this.detail = row.detail();
        this.previousHash = row.previousHash().toArray();
        this.hash = row.hash().toArray();
    }

    LogRow row() {
        return new LogRow(sequence, atMillis, actor, action, subject, detail, hashOf(previousHash), hashOf(hash));
    }

    /// Whatever is in the column: what is no hash fits no chain.
    private static Bytes32 hashOf(byte[] stored) {
        return stored.length == Bytes32.SIZE ? Bytes32.of(stored) : Bytes32.ZERO;
    }

    public long getSequence() {
        return sequence;
    }

    public Instant getAt() {
        return Instant.ofEpochMilli(atMillis);
    }

    public String getActor() {
        return actor;
    }

    public String getAction() {
        return action;
    }

    public String getSubject() {
        return subject;
    }

    public String getDetail() {
        return detail;
    }
}

package io.florin.auditor.auditlog.adapter;

import io.florin.auditor.auditlog.LogChain;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// The end of the log: the one row that is locked while an entry is appended.
@Entity
@Table(name = "audit_log_head")
class LogHeadEntity {
    static final int ONLY = 1;

    @Id
    @Column(name = "id")
    private int id;

    @Column(name = "last_sequence")
    private long lastSequence;

    @Column(name = "last_hash")
    private byte[] lastHash;

    @Column(name = "signature")
    private byte[] signature;

    @SuppressWarnings("NullAway.Init")
    protected LogHeadEntity() {}

    LogChain.Head head() {
        return new LogChain.Head(
                lastSequence,
                lastHash.length == Bytes32.SIZE ? Bytes32.of(lastHash) : Bytes32.ZERO,
                Bytes.of(signature));
    }

    void moveTo(long sequence, Bytes32 hash, Bytes signed) {
        this.lastSequence = sequence;
        this.lastHash = hash.toArray();
        this.signature = signed.toArray();
    }
}

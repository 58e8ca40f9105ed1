package io.florin.auditor.replay.adapter;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/// A block as it was accepted, and what the own replay said of it.
@Entity
@Table(name = "audit_block")
class BlockEntity {
    @Id
    @Column(name = "number")
    private long number;

    @Column(name = "encoded")
    private byte[] encoded;

    @Column(name = "result")
    private byte[] result;

    @Column(name = "state_hash")
    private String stateHash;

    @Column(name = "transactions")
    private int transactions;

    @Column(name = "committed")
    private int committed;

    @Column(name = "source")
    private String source;

    @Column(name = "seen_at")
    private Instant seenAt;

    @SuppressWarnings("NullAway.Init")
    protected BlockEntity() {}

    BlockEntity(
            long number,
            byte[] encoded,
            byte[] result,
            String stateHash,
            Counts counts,
            String source,
            Instant seenAt) {
        this.number = number;
        this.encoded = encoded;
        this.result = result;
        this.stateHash = stateHash;
        this.transactions = counts.transactions();
        this.committed = counts.committed();
        this.source = source;
        this.seenAt = seenAt;
    }

    record Counts(int transactions, int committed) {}

    long number() {
        return number;
    }

    byte[] encoded() {
        return encoded;
    }

    byte[] result() {
        return result;
    }

    Instant seenAt() {
        return seenAt;
    }

    String source() {
        return source;
    }
}

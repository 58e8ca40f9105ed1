package io.florin.auditor.replay.adapter;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// The next position to read in a topic. A hint to save time: reading a topic from its start is always safe.
@Entity
@Table(name = "audit_position")
class PositionEntity {
    @Id
    @Column(name = "topic")
    private String topic;

    @Column(name = "next_offset")
    private long nextOffset;

    @SuppressWarnings("NullAway.Init")
    protected PositionEntity() {}

    PositionEntity(String topic, long nextOffset) {
        this.topic = topic;
        this.nextOffset = nextOffset;
    }

    String topic() {
        return topic;
    }

    long nextOffset() {
        return nextOffset;
    }
}

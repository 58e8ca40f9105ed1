package io.florin.auditor.trace.adapter;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.io.Serializable;

/// Block and place in it.
@Embeddable
record TraceKey(
        @Column(name = "block") long block,
        @Column(name = "place") long place) implements Serializable {}

package io.florin.auditor.supply.adapter;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.io.Serializable;

/// Block and namespace.
@Embeddable
record SupplyKey(
        @Column(name = "block") long block,
        @Column(name = "namespace") int namespace) implements Serializable {}

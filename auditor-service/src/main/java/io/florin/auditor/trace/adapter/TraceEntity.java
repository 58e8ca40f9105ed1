package io.florin.auditor.trace.adapter;

import jakarta.persistence.Column;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/// An ordered transaction. Amounts are zero unless it committed.
@Entity
@Table(name = "audit_transaction")
class TraceEntity {
    @EmbeddedId
    private TraceKey key;

    @Column(name = "transaction_id")
    private String transactionId;

    @Column(name = "status")
    private String status;

    @Column(name = "kind")
    private String kind;

    @Column(name = "namespace")
    private int namespace;

    @Column(name = "inputs")
    private int inputs;

    @Column(name = "outputs")
    private int outputs;

    @Column(name = "amount_in")
    private long amountIn;

    @Column(name = "amount_out")
    private long amountOut;

    @Column(name = "amount_recorded")
    private long amountRecorded;

    @SuppressWarnings("NullAway.Init")
    protected TraceEntity() {}

    TraceEntity(TraceKey key, String transactionId, String status, String kind, int namespace, Values values) {
        this.key = key;
        this.transactionId = transactionId;
        this.status = status;
        this.kind = kind;
        this.namespace = namespace;
        this.inputs = values.inputs();
        this.outputs = values.outputs();
        this.amountIn = values.amountIn();
        this.amountOut = values.amountOut();
        this.amountRecorded = values.amountRecorded();
    }

    /// Amount that it moved.
    ///
    /// @param amountRecorded of its withdrawal or redemption record
    record Values(int inputs, int outputs, long amountIn, long amountOut, long amountRecorded) {
        static final Values NONE = new Values(0, 0, 0, 0, 0);
    }

    long block() {
        return key.block();
    }

    long place() {
        return key.place();
    }

    String status() {
        return status;
    }

    String kind() {
        return kind;
    }

    int namespace() {
        return namespace;
    }

    Values values() {
        return new Values(inputs, outputs, amountIn, amountOut, amountRecorded);
    }
}

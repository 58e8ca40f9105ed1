package io.florin.auditor.supply.adapter;

import io.florin.auditor.supply.Figures;
import jakarta.persistence.Column;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.util.TreeMap;

/// The signed supply of a namespace after a block.
@Entity
@Table(name = "audit_supply")
class SupplyEntity {
    @EmbeddedId
    private SupplyKey id;

    @Column(name = "issued")
    private long issued;

    @Column(name = "redeemed")
    private long redeemed;

    @Column(name = "outstanding")
    private long outstanding;

    @Column(name = "holds")
    private boolean holds;

    @Column(name = "header_hash")
    private String headerHash;

    @Column(name = "state_hash")
    private String stateHash;

    @Column(name = "signature")
    private byte[] signature;

    @SuppressWarnings("NullAway.Init")
    protected SupplyEntity() {}

    SupplyEntity(Figures figures, String headerHash, String stateHash, byte[] signature) {
        this.id = new SupplyKey(figures.block(), figures.namespace());
        this.issued = figures.issued();
        this.redeemed = figures.redeemed();
        this.outstanding = figures.outstanding();
        this.holds = figures.holds();
        this.headerHash = headerHash;
        this.stateHash = stateHash;
        this.signature = signature;
    }

    Figures figures() {
        return new Figures(id.block(), id.namespace(), issued, redeemed, outstanding, holds, new TreeMap<>());
    }

    String headerHash() {
        return headerHash;
    }

    String stateHash() {
        return stateHash;
    }

    byte[] signature() {
        return signature;
    }

    boolean says(Figures other, String otherStateHash) {
        return issued == other.issued()
                && redeemed == other.redeemed()
                && outstanding == other.outstanding()
                && holds == other.holds()
                && stateHash.equals(otherStateHash);
    }
}

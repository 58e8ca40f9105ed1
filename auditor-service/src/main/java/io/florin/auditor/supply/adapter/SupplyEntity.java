package io.florin.auditor.supply.adapter;

import io.florin.auditor.supply.Figures;
import io.florin.auditor.supply.SupplyProof;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.NetworkId;
import io.florin.ledger.codec.CanonicalWriter;
import jakarta.persistence.Column;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.util.Arrays;
import java.util.Optional;
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

    @Column(name = "on_rails")
    private long onRails;

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
        this.onRails = figures.onRails();
        this.holds = figures.holds();
        this.headerHash = headerHash;
        this.stateHash = stateHash;
        this.signature = signature;
    }

    Figures figures() {
        return new Figures(id.block(), id.namespace(), issued, redeemed, outstanding, onRails, holds, new TreeMap<>());
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

    SupplyKey id() {
        return id;
    }

    /// Whether all that is signed is the same.
    boolean saysTheSameAs(SupplyEntity other) {
        return Arrays.equals(encode(), other.encode());
    }

    boolean isSignedBy(NetworkId network, Bytes32 auditor) {
        return proof(network)
                .filter(proof -> proof.isSignedBy(auditor, Bytes.of(signature)))
                .isPresent();
    }

    /// The signed statement; empty where the row is none of the auditor's.
    Optional<SupplyProof> proof(NetworkId network) {
        try {
            return Optional.of(
                    new SupplyProof(network, figures(), Bytes32.fromHex(headerHash), Bytes32.fromHex(stateHash)));
        } catch (IllegalArgumentException altered) {
            return Optional.empty();
        }
    }

    /// A digest of what all rows up to this one say.
    Bytes32 digestAfter(Bytes32 before) {
        return Sha256.hash(before.toArray(), encode());
    }

    /// All but the signature. Numbers may be negative where the supply is violated, so they are texts.
    private byte[] encode() {
        return new CanonicalWriter()
                .u63(id.block())
                .u16(id.namespace())
                .text(Long.toString(issued))
                .text(Long.toString(redeemed))
                .text(Long.toString(outstanding))
                .text(Long.toString(onRails))
                .flag(holds)
                .text(headerHash)
                .text(stateHash)
                .toByteArray();
    }
}

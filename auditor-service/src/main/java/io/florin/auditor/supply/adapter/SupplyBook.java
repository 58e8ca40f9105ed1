package io.florin.auditor.supply.adapter;

import io.florin.auditor.protocol.Agreement;
import io.florin.auditor.protocol.AuditEvent.SupplyProved;
import io.florin.auditor.protocol.AuditEvents;
import io.florin.auditor.protocol.BlockObserver;
import io.florin.auditor.protocol.Incident;
import io.florin.auditor.protocol.IncidentKind;
import io.florin.auditor.protocol.IncidentLog;
import io.florin.auditor.protocol.ReplayState;
import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.auditor.protocol.SupplyProofs;
import io.florin.auditor.supply.Figures;
import io.florin.auditor.supply.SupplyInvariant;
import io.florin.auditor.supply.SupplyInvariant.BlockSupply;
import io.florin.auditor.supply.SupplyProof;
import io.florin.auditor.supply.Violation;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.status.Checkpoint;
import io.florin.runtime.api.AuditorApi.SupplyView;
import io.florin.runtime.identity.NodeIdentity;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;

/// Keeps the invariant and its signed figures: the trail calls it for every block, everybody may ask it.
public final class SupplyBook implements BlockObserver, SupplyProofs {
    private static final int HISTORY_MAX = 1000;

    private final SupplyInvariant invariant;
    private final SupplyRepository rows;
    private final IncidentLog incidents;
    private final AuditEvents events;
    private final Agreement agreement;
    private final NodeIdentity node;
    private final int shownNamespace;
    private volatile Shown shown;

    SupplyBook(
            SupplyRepository rows,
            IncidentLog incidents,
            AuditEvents events,
            Agreement agreement,
            NodeIdentity node,
            SupplyProperties properties) {
        this.invariant = new SupplyInvariant(properties.recountBlocks());
        this.rows = rows;
        this.incidents = incidents;
        this.events = events;
        this.agreement = agreement;
        this.node = node;
        this.shownNamespace = properties.namespace();
        this.shown = new Shown(none(shownNamespace), "", 0);
    }

    /// The figures of the last block.
    record Shown(Figures figures, String stateHash, long violations) {}

    private static Figures none(int namespace) {
        return new Figures(0, namespace, 0, 0, 0, true, new java.util.TreeMap<>());
    }

    @Override
    public Runnable replayed(ReplayedBlock block, ReplayState state) {
        BlockSupply supply = invariant.replayed(block, state);
        Checkpoint checkpoint = block.checkpoint();
        supply.figures().stream()
                .filter(figures -> figures.namespace() == shownNamespace)
                .findFirst()
                .ifPresent(figures ->
                        shown = new Shown(figures, checkpoint.stateHash().toHex(), invariant.violations()));
        boolean stored = state.fromStore();
        return () -> {
            supply.violations().forEach(this::report);
            supply.figures().forEach(figures -> store(figures, checkpoint, stored));
        };
    }

    private void report(Violation violation) {
        incidents.report(new Incident(
                IncidentKind.SUPPLY_VIOLATION,
                IncidentKind.SUPPLY_VIOLATION + ":" + violation.block() + ":" + violation.index() + ":"
                        + violation.rule(),
                violation.block(),
                violation.index(),
                violation.transaction(),
                violation.rule() + ": " + violation.detail(),
                Bytes.EMPTY));
    }

    private void store(Figures figures, Checkpoint checkpoint, boolean stored) {
        String stateHash = checkpoint.stateHash().toHex();
        Optional<SupplyEntity> before = rows.findById(new SupplyKey(figures.block(), figures.namespace()));
        if (before.isPresent() && before.get().says(figures, stateHash)) {
            return;
        }
        if (stored) {
            incidents.report(Incident.of(
                    IncidentKind.STORE_ALTERED,
                    IncidentKind.STORE_ALTERED + ":supply:" + figures.block(),
                    figures.block(),
                    "audit_supply",
                    before.isPresent()
                            ? "the stored supply of block " + figures.block() + " was changed"
                            : "the stored supply of block " + figures.block() + " is missing"));
        }
        SupplyProof proof = new SupplyProof(node.networkId(), figures, checkpoint.headerHash(), checkpoint.stateHash());
        Bytes signature = node.key().sign(proof.message());
        rows.save(new SupplyEntity(figures, checkpoint.headerHash().toHex(), stateHash, signature.toArray()));
        events.append(new SupplyProved(
                figures.block(),
                figures.namespace(),
                figures.issued(),
                figures.redeemed(),
                figures.outstanding(),
                figures.holds(),
                checkpoint.headerHash(),
                checkpoint.stateHash(),
                signature));
    }

    Shown shown() {
        return shown;
    }

    Agreement agreement() {
        return agreement;
    }

    @Override
    public SupplyView latest() {
        Shown now = shown;
        return view(now.figures(), now.stateHash());
    }

    @Override
    public List<SupplyView> history(int limit) {
        return newest(limit).stream()
                .map(row -> view(row.figures(), row.stateHash()))
                .toList();
    }

    List<SupplyEntity> newest(int limit) {
        return rows.newest(shownNamespace, Limit.of(Math.clamp(limit, 1, HISTORY_MAX)));
    }

    private SupplyView view(Figures figures, String stateHash) {
        return new SupplyView(
                figures.block(),
                figures.issued(),
                figures.redeemed(),
                figures.outstanding(),
                figures.holds(),
                stateHash,
                agreement.agreed(figures.block()));
    }

    /// The signed proof of a block, for whoever wants to keep it.
    Optional<ProofView> proof(long block) {
        return rows.findById(new SupplyKey(block, shownNamespace)).map(row -> {
            Figures figures = row.figures();
            SupplyProof proof = new SupplyProof(
                    node.networkId(), figures, Bytes32.fromHex(row.headerHash()), Bytes32.fromHex(row.stateHash()));
            return new ProofView(
                    view(figures, row.stateHash()),
                    shownNamespace,
                    row.headerHash(),
                    node.id() - 1,
                    Bytes.of(proof.message()).toHex(),
                    Bytes.of(row.signature()).toHex());
        });
    }

    /// @param auditor index into the configuration's auditors
    /// @param message the bytes that the auditor signed, hex
    /// @param signature Ed25519, hex
    public record ProofView(
            SupplyView supply, int namespace, String headerHash, int auditor, String message, String signature) {}
}

package io.florin.auditor.supply.adapter;

import io.florin.auditor.events.adapter.EventOutbox;
import io.florin.auditor.proofs.adapter.ProofAuditor;
import io.florin.auditor.protocol.BlockObserver;
import io.florin.auditor.protocol.Incident;
import io.florin.auditor.protocol.IncidentLog;
import io.florin.auditor.protocol.Past;
import io.florin.auditor.protocol.ReplayState;
import io.florin.auditor.protocol.ReplayedBlock;
import io.florin.auditor.protocol.SnapshotUnfit;
import io.florin.auditor.status.adapter.CheckpointReconciler;
import io.florin.auditor.supply.Figures;
import io.florin.auditor.supply.SupplyInvariant;
import io.florin.auditor.supply.SupplyInvariant.BlockSupply;
import io.florin.auditor.supply.SupplyProof;
import io.florin.auditor.supply.SupplyViolation;
import io.florin.auditor.supply.adapter.SupplyRow.Key;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.audit.AuditEvent;
import io.florin.ledger.audit.AuditEvent.SupplyProved;
import io.florin.ledger.audit.IncidentKind;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.status.Checkpoint;
import io.florin.runtime.api.AuditorApi.SupplyView;
import io.florin.runtime.http.ProblemException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Keeps the invariant and its signed figures: the replay calls it for every block, everybody may ask it.
public final class SupplyBook implements BlockObserver<SupplyBook.OfBlock> {
    private static final int HISTORY_MAX = 1000;
    private static final int PAGE = 1000;

    private final SupplyRows rows;
    private final IncidentLog incidents;
    private final EventOutbox events;
    private final CheckpointReconciler agreement;
    private final Supplier<ProofAuditor> proofs;
    private final NodeIdentity node;
    private final SupplyProperties properties;
    private final Set<Bytes32> keys = ConcurrentHashMap.newKeySet();
    private SupplyInvariant invariant;
    private Bytes32 digest = Bytes32.ZERO;
    private volatile Shown shown;
    private volatile PrivacyModel model = PrivacyModel.CLEAR;

    /// @param proofs asked for later: the check of proofs follows the replay, which tells this book
    public SupplyBook(
            JdbcClient jdbc,
            IncidentLog incidents,
            EventOutbox events,
            CheckpointReconciler agreement,
            Supplier<ProofAuditor> proofs,
            NodeIdentity node,
            SupplyProperties properties) {
        this.invariant = new SupplyInvariant(properties.recountBlocks());
        this.rows = new SupplyRows(jdbc);
        this.incidents = incidents;
        this.events = events;
        this.agreement = agreement;
        this.proofs = proofs;
        this.node = node;
        this.properties = properties;
        keys.add(node.key().publicKey());
        this.shown = new Shown(none(properties.namespace()), "", 0);
    }

    /// The figures of the last block.
    record Shown(Figures figures, String stateHash, long violations) {}

    private static Figures none(int namespace) {
        return new Figures(0, namespace, 0, 0, 0, true, new TreeMap<>());
    }

    /// Figures of a block, and violations in it.
    record OfBlock(List<SupplyRow> rows, List<SupplyViolation> violations, boolean fromStore) {
        OfBlock {
            rows = List.copyOf(rows);
            violations = List.copyOf(violations);
        }
    }

    @Override
    public OfBlock replayed(ReplayedBlock block, ReplayState state) {
        BlockSupply supply = invariant.replayed(block, state);
        List<SupplyRow> said = supply.figures().stream()
                .map(figures -> sign(figures, block.checkpoint()))
                .toList();
        said.forEach(row -> digest = row.digestAfter(digest));
        show(supply.figures(), block.checkpoint());
        remember(block.configuration());
        model = block.model(new NamespaceId(properties.namespace()));
        return new OfBlock(said, supply.violations(), state.fromStore());
    }

    /// Rows of the network's blocks are new, as a rule; those of stored blocks are there, as a rule. What is written is
    /// told, each row once.
    @Override
    public void write(List<OfBlock> left) {
        left.forEach(block -> block.violations().forEach(this::report));
        Set<Key> written = new HashSet<>(rows.insert(left.stream()
                .filter(block -> !block.fromStore())
                .flatMap(block -> block.rows().stream())
                .toList()));
        Map<Key, SupplyRow> there = there(left.stream()
                .flatMap(block -> block.rows().stream().map(SupplyRow::key))
                .filter(key -> !written.contains(key))
                .toList());
        List<SupplyRow> told = new ArrayList<>();
        List<SupplyRow> other = new ArrayList<>();
        for (OfBlock block : left) {
            for (SupplyRow row : block.rows()) {
                Optional<SupplyRow> before = Optional.ofNullable(there.get(row.key()));
                if (before.filter(kept -> kept.saysTheSameAs(row) && isSigned(kept))
                        .isPresent()) {
                    continue;
                }
                told.add(row);
                if (!written.contains(row.key())) {
                    other.add(row);
                    if (block.fromStore()) {
                        altered(row.key().block(), before.isPresent() ? "was changed" : "is missing");
                    }
                }
            }
        }
        rows.overwrite(other);
        events.append(told.stream().<AuditEvent>map(SupplyBook::event).toList());
    }

    private Map<Key, SupplyRow> there(List<Key> keys) {
        return keys.isEmpty()
                ? Map.of()
                : rows.find(keys).stream().collect(Collectors.toMap(SupplyRow::key, Function.identity()));
    }

    private static SupplyProved event(SupplyRow row) {
        Figures figures = row.figures();
        return new SupplyProved(
                figures.block(),
                figures.namespace(),
                figures.issued(),
                figures.redeemed(),
                figures.outstanding(),
                figures.onRails(),
                figures.holds(),
                Bytes32.fromHex(row.headerHash()),
                Bytes32.fromHex(row.stateHash()),
                row.signature());
    }

    private void show(List<Figures> all, Checkpoint checkpoint) {
        all.stream()
                .filter(figures -> figures.namespace() == properties.namespace())
                .findFirst()
                .ifPresent(figures ->
                        shown = new Shown(figures, checkpoint.stateHash().toHex(), invariant.violations()));
    }

    private SupplyRow sign(Figures figures, Checkpoint checkpoint) {
        SupplyProof proof = new SupplyProof(node.networkId(), figures, checkpoint.headerHash(), checkpoint.stateHash());
        return new SupplyRow(
                figures,
                checkpoint.headerHash().toHex(),
                checkpoint.stateHash().toHex(),
                node.key().sign(proof.message()));
    }

    @Override
    public String observerName() {
        return "supply";
    }

    /// A digest of the rows, then what the invariant knows.
    @Override
    public Bytes memory() {
        return Bytes.of(new CanonicalWriter()
                .fixed(digest)
                .fixed(invariant.memory().toArray())
                .toByteArray());
    }

    @Override
    public Runnable resume(Bytes memory, Past past) {
        byte[] all = memory.toArray();
        if (all.length < Bytes32.SIZE) {
            throw SnapshotUnfit.other("no memory of the supply");
        }
        Bytes32 kept = Bytes32.read(all, 0);
        Bytes invariantMemory = Bytes.of(Arrays.copyOfRange(all, Bytes32.SIZE, all.length));
        SupplyInvariant resumed = SupplyInvariant.resumed(properties.recountBlocks(), invariantMemory);
        if (!digestThrough(past.height()).equals(kept)) {
            throw SnapshotUnfit.other("the stored supplies are not those of the snapshot");
        }
        return () -> {
            invariant = resumed;
            digest = kept;
            model = ReplayedBlock.model(past.configuration(past.height()), new NamespaceId(properties.namespace()));
            for (long block = 1; block <= past.height(); block++) {
                remember(past.configuration(block));
            }
            show(resumed.figures(past.height()), past.checkpoint(past.height()));
        };
    }

    private Bytes32 digestThrough(long height) {
        Bytes32 sum = Bytes32.ZERO;
        List<SupplyRow> page = rows.after(new Key(0, -1), height, PAGE);
        while (!page.isEmpty()) {
            for (SupplyRow row : page) {
                sum = row.digestAfter(sum);
            }
            page = rows.after(page.getLast().key(), height, PAGE);
        }
        return sum;
    }

    private void report(SupplyViolation violation) {
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

    private boolean isSigned(SupplyRow row) {
        return keys.stream().anyMatch(key -> row.isSignedBy(node.networkId(), key));
    }

    /// Proofs signed before a change of the auditor's key stay proofs.
    private void remember(NetworkConfiguration configuration) {
        List<Bytes32> auditors = configuration.auditors();
        int index = node.id() - 1;
        if (index < auditors.size()) {
            keys.add(auditors.get(index));
        }
    }

    private void altered(long block, String how) {
        incidents.report(Incident.of(
                IncidentKind.STORE_ALTERED,
                IncidentKind.STORE_ALTERED + ":supply:" + block,
                block,
                "audit_supply",
                "the stored supply of block " + block + " " + how));
    }

    Shown shown() {
        return shown;
    }

    CheckpointReconciler agreement() {
        return agreement;
    }

    public SupplyView latest() {
        Shown now = shown;
        return view(now.figures(), now.stateHash());
    }

    /// Newest first.
    public List<SupplyView> history(int limit) {
        return newest(limit).stream()
                .map(this::genuine)
                .map(row -> view(row.figures(), row.stateHash()))
                .toList();
    }

    /// The supply over all of the ledger's life: at equally distant blocks, the newest among them.
    ///
    /// @param pointsMax how many blocks are shown at most
    /// @return oldest first
    List<SupplyRow> overview(int pointsMax) {
        long newest = shown.figures().block();
        long step = Math.max(1, Math.ceilDiv(newest, pointsMax));
        List<Long> blocks = LongStream.iterate(newest, block -> block > 0, block -> block - step)
                .boxed()
                .toList();
        return rows.at(properties.namespace(), blocks);
    }

    List<SupplyRow> newest(int limit) {
        return rows.newest(properties.namespace(), Math.clamp(limit, 1, HISTORY_MAX));
    }

    /// Figures that somebody changed in the database are not passed on as the auditor's word.
    private SupplyRow genuine(SupplyRow row) {
        if (!isSigned(row)) {
            altered(row.key().block(), "was changed");
            throw new ProblemException(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "proof-altered",
                    "A stored proof is not as it was signed",
                    "The proof of block " + row.key().block() + " was changed in the auditor's database.");
        }
        return row;
    }

    private SupplyView view(Figures figures, String stateHash) {
        boolean hides = model != PrivacyModel.CLEAR;
        return new SupplyView(
                figures.block(),
                figures.issued(),
                figures.redeemed(),
                figures.outstanding(),
                figures.onRails(),
                holds(figures),
                stateHash,
                agreement.agreed(figures.block()),
                evidence(),
                hides ? Math.min(proofs.get().provenThrough(), figures.block()) : figures.block(),
                hides ? proofs.get().notProvenFrom() : 0);
    }

    /// Grounds of the figures: `TOKENS`, `PROOFS` or both.
    String evidence() {
        return switch (model) {
            case CLEAR -> "TOKENS";
            case ANONYMOUS -> "TOKENS_AND_PROOFS";
            case CONFIDENTIAL, UNLINKABLE -> "PROOFS";
        };
    }

    /// Whether the figures hold and nothing is known that leaves them without proof.
    boolean holds(Figures figures) {
        long from = model == PrivacyModel.CLEAR ? 0 : proofs.get().notProvenFrom();
        return figures.holds() && (from == 0 || figures.block() < from);
    }

    /// The signed proof of a block, for whoever wants to keep it.
    Optional<ProofView> proof(long block) {
        return rows.find(new Key(block, properties.namespace()))
                .map(this::genuine)
                .map(row -> {
                    SupplyProof proof = row.proof(node.networkId()).orElseThrow();
                    return new ProofView(
                            view(row.figures(), row.stateHash()),
                            properties.namespace(),
                            row.headerHash(),
                            node.id() - 1,
                            Bytes.of(proof.message()).toHex(),
                            row.signature().toHex());
                });
    }

    /// @param auditor index into the configuration's auditors
    /// @param message the bytes that the auditor signed, hex
    /// @param signature Ed25519, hex
    public record ProofView(
            SupplyView supply, int namespace, String headerHash, int auditor, String message, String signature) {}
}

package io.florin.endorser.certifier;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.crypto.threshold.SignatureShare;
import io.florin.crypto.threshold.ThresholdBls;
import io.florin.fakenode.FakeNode;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockHeader;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.block.PartySignature;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.Checkpoint;
import io.florin.ledger.status.StateHash;
import io.florin.ledger.status.TransactionOutcome;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.identity.NodeIdentity;
import io.florin.runtime.identity.NodeRole;
import io.florin.runtime.identity.Peer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// A ledger of which the test makes each block, and what parties and committer say of it.
final class FollowedLedger {
    private static final NamespaceId CURRENCY = new NamespaceId(1);

    private final Path directory;
    private final Genesis genesis;
    private final FakeNode.Memory party;
    private final FakeNode.Memory committer;
    private final Map<Long, Bytes32> states = new HashMap<>();
    private long height;
    private Bytes32 lastHash;
    private Bytes lastSignature = Bytes.EMPTY;

    FollowedLedger(Path directory, Genesis genesis, FakeNode.Memory party, FakeNode.Memory committer) {
        this.directory = directory;
        this.genesis = genesis;
        this.party = party;
        this.committer = committer;
        this.lastHash = genesis.networkId().value();
        states.put(0L, StateHash.ofGenesis(genesis.networkId(), genesis.configuration()));
    }

    /// As the honest committer has it.
    Bytes32 stateAfter(long block) {
        return Objects.requireNonNull(states.get(block));
    }

    /// The committer's, of the last checkpoint.
    Bytes lastSignature() {
        return lastSignature;
    }

    /// From now on the party has this block.
    void has(Block block) {
        party.addBlock(block.header().number(), block.encode());
    }

    /// The next block, certified by three parties: all of it endorsed by two, payments signed off by the auditor.
    ///
    /// @param payments of one namespace
    Block block(List<SettlementTransaction> changes, List<Hidden> payments) {
        List<Bytes> entries = new ArrayList<>();
        if (!changes.isEmpty()) {
            entries.add(bundle(NamespaceId.CONFIGURATION, 1, changes));
        }
        if (!payments.isEmpty()) {
            List<SettlementTransaction> settlements =
                    payments.stream().map(Hidden::transaction).toList();
            NamespaceId namespace = settlements.getFirst().namespace();
            entries.add(bundle(namespace, PrivacyModel.UNLINKABLE.rulesVersion(), settlements));
        }
        var header = new BlockHeader(genesis.networkId(), ++height, lastHash, Block.entriesRoot(entries), 1, 0);
        lastHash = header.hash();
        List<PartySignature> signatures = new ArrayList<>();
        for (int id = 1; id <= 3; id++) {
            try (NodeIdentity node = NodeIdentity.load(directory, new Peer(NodeRole.ORDERING, id))) {
                signatures.add(new PartySignature(id, node.key().sign(header.signedMessage())));
            }
        }
        return new Block(header, new QuorumCertificate(signatures), entries);
    }

    private Bytes bundle(NamespaceId namespace, int rules, List<SettlementTransaction> transactions) {
        List<Bytes> raws =
                transactions.stream().map(each -> Bytes.of(each.encode())).toList();
        byte[] message = Bundle.message(genesis.networkId(), namespace, rules, 1, raws.size(), Bundle.rootOf(raws));
        // all currencies are endorsed with the key of the first
        NamespaceId key = namespace.equals(NamespaceId.CONFIGURATION) ? namespace : CURRENCY;
        List<SignatureShare> shares = new ArrayList<>();
        for (int id = 1; id <= 2; id++) {
            try (NodeIdentity node = NodeIdentity.load(directory, new Peer(NodeRole.ENDORSER, id))) {
                shares.add(ThresholdBls.signShare(node.share(key).orElseThrow(), message));
            }
        }
        Bytes signature = Bytes.of(ThresholdBls.combine(2, shares).toArray());
        return Bytes.of(new Bundle(namespace, rules, 1, raws, approvals(rules, transactions), signature).encode());
    }

    private List<Bundle.IndexedAudit> approvals(int rules, List<SettlementTransaction> transactions) {
        List<Bundle.IndexedAudit> approvals = new ArrayList<>();
        try (NodeIdentity auditor = NodeIdentity.load(directory, new Peer(NodeRole.AUDITOR, 1))) {
            for (int i = 0; i < transactions.size(); i++) {
                SettlementTransaction each = transactions.get(i);
                if (each.auditRequired()) {
                    byte[] message = AuditorApproval.message(
                            genesis.networkId(), each.namespace(), rules, each.id(), each.expiryHeight());
                    approvals.add(new Bundle.IndexedAudit(
                            i, new AuditorApproval(0, auditor.key().sign(message))));
                }
            }
        }
        return approvals;
    }

    /// What an honest committer says.
    void commit(Block block, TransactionStatus... statuses) {
        commit(block, Optional.empty(), statuses);
    }

    /// @param forger signs in the committer's place, if anybody does
    void commit(Block block, Optional<Ed25519KeyPair> forger, TransactionStatus... statuses) {
        long number = block.header().number();
        List<SettlementTransaction> committed = new ArrayList<>();
        List<TransactionOutcome> outcomes = outcomes(block, statuses);
        for (OrderedTransaction each : OrderedTransaction.of(block.entries())) {
            if (statuses[(int) each.index()].isCommitted()) {
                committed.add(each.transaction().orElseThrow());
            }
        }
        Bytes32 stateHash = StateHash.next(
                stateAfter(number - 1), number, block.header().hash(), StateHash.statusRoot(outcomes), committed);
        states.put(number, stateHash);
        commit(block, stateHash, forger, statuses);
    }

    private static List<TransactionOutcome> outcomes(Block block, TransactionStatus... statuses) {
        List<TransactionOutcome> outcomes = new ArrayList<>();
        List<OrderedTransaction> transactions = OrderedTransaction.of(block.entries());
        for (int i = 0; i < statuses.length; i++) {
            OrderedTransaction ordered = transactions.get(i);
            outcomes.add(new TransactionOutcome(
                    i,
                    statuses[i],
                    Optional.of(ordered.transaction().orElseThrow().id()),
                    Sha256.hash(ordered.raw().toArray())));
        }
        return outcomes;
    }

    /// The party has the block, and the committer says what became of it.
    void commit(Block block, Bytes32 stateHash, Optional<Ed25519KeyPair> forger, TransactionStatus... statuses) {
        List<TransactionOutcome> outcomes = outcomes(block, statuses);
        List<CommitterApi.TransactionChange> changes = outcomes.stream()
                .map(outcome -> new CommitterApi.TransactionChange(
                        outcome.index(),
                        outcome.id().orElseThrow().toHex(),
                        outcome.status().name(),
                        "TRANSFER",
                        List.of(),
                        List.of(),
                        ""))
                .toList();
        long number = block.header().number();
        var checkpoint = new Checkpoint(
                genesis.networkId(), number, block.header().hash(), StateHash.statusRoot(outcomes), stateHash);
        Bytes signature;
        try (NodeIdentity node = NodeIdentity.load(directory, new Peer(NodeRole.COMMITTER, 1))) {
            signature = forger.orElse(node.key()).sign(checkpoint.signedMessage());
        }
        lastSignature = signature;
        has(block);
        committer.reach(
                new CommitterApi.LedgerHead(genesis.networkId().toHex(), number, "", "", 1),
                new CommitterApi.BlockChanges(
                        number,
                        checkpoint.headerHash().toHex(),
                        checkpoint.statusRoot().toHex(),
                        checkpoint.stateHash().toHex(),
                        0,
                        signature.toHex(),
                        changes));
    }
}

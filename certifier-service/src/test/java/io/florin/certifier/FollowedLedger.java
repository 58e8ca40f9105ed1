package io.florin.certifier;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.crypto.threshold.SignatureShare;
import io.florin.crypto.threshold.ThresholdBls;
import io.florin.doubles.node.FakeNode;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.BlockHeader;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.block.PartySignature;
import io.florin.ledger.block.QuorumCertificate;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.SettledTransaction;
import io.florin.ledger.status.TransactionStatus;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A ledger of which the test makes each block, and what parties and committer say of it.
final class FollowedLedger {
    private static final NamespaceId CURRENCY = new NamespaceId(1);

    private final Path directory;
    private final Genesis genesis;
    private final FakeNode.Memory party;
    private final FakeNode.Memory committer;
    private final List<Said> said = new ArrayList<>();
    private List<BlockResult> told = List.of();
    private long height;
    private Bytes32 lastHash;

    FollowedLedger(Path directory, Genesis genesis, FakeNode.Memory party, FakeNode.Memory committer) {
        this.directory = directory;
        this.genesis = genesis;
        this.party = party;
        this.committer = committer;
        this.lastHash = genesis.networkId().value();
    }

    /// Last statuses of a block.
    private record Said(Bytes32 headerHash, List<SettledTransaction> transactions) {}

    /// As the committer told it last.
    BlockStatuses statusesOf(long block) {
        return told.get((int) block - 1).statuses();
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

    /// The party has the block, and the committer says what became of it, whatever it said of it before.
    void commit(Block block, TransactionStatus... statuses) {
        say(block, statuses);
        try (NodeIdentity node = NodeIdentity.load(directory, new Peer(NodeRole.COMMITTER, 1))) {
            tell(block, node.key(), said);
        }
    }

    /// @param forger signs in the committer's place
    void commitForged(Block block, Ed25519KeyPair forger, TransactionStatus... statuses) {
        say(block, statuses);
        tell(block, forger, said);
    }

    /// As the committer would say it if nothing had been committed before.
    void commitOnAnotherState(Block block, TransactionStatus... statuses) {
        say(block, statuses);
        List<Said> other = new ArrayList<>();
        said.forEach(each -> other.add(new Said(each.headerHash, List.of())));
        other.set(other.size() - 1, said.getLast());
        try (NodeIdentity node = NodeIdentity.load(directory, new Peer(NodeRole.COMMITTER, 1))) {
            tell(block, node.key(), other);
        }
    }

    private void say(Block block, TransactionStatus... statuses) {
        List<SettledTransaction> transactions = new ArrayList<>();
        for (OrderedTransaction ordered : OrderedTransaction.of(block.entries())) {
            transactions.add(ToldBlocks.told(ordered.transaction().orElseThrow(), statuses[(int) ordered.index()]));
        }
        said.subList((int) block.header().number() - 1, said.size()).clear();
        said.add(new Said(block.header().hash(), transactions));
    }

    private void tell(Block block, Ed25519KeyPair signer, List<Said> blocks) {
        ToldBlocks all = new ToldBlocks(genesis, 0, signer);
        blocks.forEach(each -> all.add(each.headerHash, each.transactions));
        long number = block.header().number();
        told = all.results(1, number);
        has(block);
        committer.reach(new CommitterApi.LedgerHead(genesis.networkId().toHex(), number, "", "", 1), told.getLast());
    }
}

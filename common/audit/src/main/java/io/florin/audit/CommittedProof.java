package io.florin.audit;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.status.Receipt;
import io.florin.ledger.status.Receipt.CommitterSignature;
import io.florin.ledger.status.TransactionStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Proof that a transaction is committed: what g + 1 committers signed of a block, and the block as a quorum of
/// ordering parties certified it, say the same. Pure.
///
/// @param committers keys and number as in genesis, like the parties': they never change (ADR 0029)
public record CommittedProof(NetworkId network, NetworkConfiguration committers) {

    /// Of receipts of several committers those that say the same as the first one that proves the id, with all their
    /// signatures; empty if too few do, or the transaction is not committed.
    public Optional<Receipt> committed(TransactionId id, List<Receipt> receipts) {
        for (Receipt candidate : receipts) {
            Receipt joined = new Receipt(
                    candidate.outcome(), candidate.path(), candidate.checkpoint(), signatures(candidate, receipts));
            boolean proves = candidate.outcome().status() == TransactionStatus.COMMITTED
                    && candidate.outcome().id().equals(Optional.of(id))
                    && candidate.checkpoint().network().equals(network)
                    && joined.flaw(committers).isEmpty();
            if (proves) {
                return Optional.of(joined);
            }
        }
        return Optional.empty();
    }

    /// Genuine ones only: no committer can spoil what others signed.
    private List<CommitterSignature> signatures(Receipt candidate, List<Receipt> receipts) {
        List<Bytes32> keys = committers.committers().keys();
        byte[] message = candidate.checkpoint().signedMessage();
        SortedMap<Integer, CommitterSignature> genuine = new TreeMap<>();
        for (Receipt each : receipts) {
            if (each.checkpoint().equals(candidate.checkpoint())) {
                each.signatures().stream()
                        .filter(signature -> signature.committer() < keys.size()
                                && Ed25519.verify(
                                        keys.get(signature.committer()),
                                        message,
                                        signature.signature().toArray()))
                        .forEach(signature -> genuine.put(signature.committer(), signature));
            }
        }
        return new ArrayList<>(genuine.values());
    }

    /// The transaction that a receipt is about, from a party's block.
    ///
    /// @return empty unless it is the certified block that the receipt names, with this transaction in its place
    public Optional<OrderedTransaction> transaction(Receipt receipt, Block block) {
        boolean named = block.header().network().equals(network)
                && block.header().number() == receipt.checkpoint().number()
                && block.header().hash().equals(receipt.checkpoint().headerHash())
                && block.flaw(committers).isEmpty();
        if (!named) {
            return Optional.empty();
        }
        return OrderedTransaction.of(block.entries()).stream()
                .filter(each -> each.index() == receipt.outcome().index())
                .filter(each -> Sha256.hash(each.raw().toArray())
                        .equals(receipt.outcome().digest()))
                .filter(each -> each.transaction()
                        .map(SettlementTransaction::id)
                        .equals(receipt.outcome().id()))
                .findFirst();
    }
}

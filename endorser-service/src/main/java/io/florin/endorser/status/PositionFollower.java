package io.florin.endorser.status;

import io.florin.crypto.Bytes;
import io.florin.endorser.protocol.LedgerPosition;
import io.florin.endorser.protocol.ProvenStatus;
import io.florin.ledger.NetworkId;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.status.BlockResult;
import io.florin.ledger.status.BlockStatuses;
import io.florin.ledger.status.Receipt;
import java.util.List;
import java.util.Optional;

/// Follows the height and the configuration in force by what committers sign. Pure; one thread at a time.
///
/// A status is taken only with a committer's signature over its block's checkpoint, and only from the transaction that
/// claimed the id: garbage under the id of a payment says nothing about the payment. A configuration is taken only as
/// the successor of the one in force, as content of a configuration change whose commitment is proved.
public final class PositionFollower {

    private final NetworkId network;
    private NetworkConfiguration configuration;
    private long height;

    public PositionFollower(NetworkId network, LedgerPosition start) {
        this.network = network;
        this.configuration = start.configuration();
        this.height = start.height();
    }

    public LedgerPosition position() {
        return new LedgerPosition(configuration, height);
    }

    /// The final statuses in a record of the topic; empty when nobody trustworthy wrote it. Nothing changes by it.
    public Optional<ToldStatuses> statuses(Bytes encoded) {
        BlockStatuses statuses;
        try {
            statuses = BlockStatuses.decode(encoded.toArray());
        } catch (DecodeException unreadable) {
            return Optional.empty();
        }
        if (!statuses.checkpoint().network().equals(network) || !statuses.isAuthentic(configuration)) {
            return Optional.empty();
        }
        long block = statuses.checkpoint().number();
        return Optional.of(new ToldStatuses(
                block,
                statuses.outcomes().stream()
                        .filter(outcome ->
                                outcome.status().claimsId() && outcome.id().isPresent())
                        .map(outcome -> new ProvenStatus(outcome.id().get(), outcome.status(), block))
                        .toList()));
    }

    /// Statuses of a block, which a committer signed.
    public record ToldStatuses(long block, List<ProvenStatus> statuses) {
        public ToldStatuses {
            statuses = List.copyOf(statuses);
        }
    }

    /// A committer has come to this block, as its statuses say.
    public void reached(long block) {
        height = Math.max(height, block);
    }

    /// The final status that a receipt proves for the id.
    public Optional<ProvenStatus> onReceipt(TransactionId id, Bytes encoded) {
        Receipt receipt;
        try {
            receipt = Receipt.decode(encoded.toArray());
        } catch (DecodeException unreadable) {
            return Optional.empty();
        }
        boolean proves = receipt.outcome().id().equals(Optional.of(id))
                && receipt.outcome().status().claimsId()
                && receipt.checkpoint().network().equals(network)
                && receipt.flaw(configuration).isEmpty();
        return proves
                ? Optional.of(new ProvenStatus(
                        id, receipt.outcome().status(), receipt.checkpoint().number()))
                : Optional.empty();
    }

    /// A committer says that it has come to this block.
    ///
    /// @return whether it signed that
    public boolean onResult(BlockResult result) {
        boolean genuine = result.signed(network, configuration).isPresent();
        if (genuine) {
            height = Math.max(height, result.number());
        }
        return genuine;
    }

    /// A configuration change has committed: it is in force from the next block on.
    ///
    /// @return false when it does not follow the configuration in force
    public boolean onCommitted(ConfigurationChange change) {
        if (change.configuration().version() != configuration.version() + 1
                || !change.header().network().equals(network)) {
            return false;
        }
        configuration = change.configuration();
        return true;
    }
}

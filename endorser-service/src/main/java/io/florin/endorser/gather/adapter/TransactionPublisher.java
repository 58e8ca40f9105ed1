package io.florin.endorser.gather.adapter;

import io.florin.crypto.Bytes32;
import io.florin.endorser.protocol.FollowedPosition;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.config.NetworkConfiguration.Party;
import io.florin.runtime.kafka.CloudEvent;
import io.florin.runtime.kafka.TopicWriter;
import io.florin.runtime.kafka.Topics;
import java.net.URI;
import java.util.concurrent.CompletableFuture;

/// Writes a bundle to the topic of every ordering party; a party whose router reads it is enough for its order.
public final class TransactionPublisher {

    private static final String TYPE = "io.florin.settlement.transactions.v1";

    private final TopicWriter writer;
    private final FollowedPosition ledger;
    private final URI source;

    /// @param source names this endorser in the records' headers
    public TransactionPublisher(TopicWriter writer, FollowedPosition ledger, URI source) {
        this.writer = writer;
        this.ledger = ledger;
        this.source = source;
    }

    /// Completes when every topic has it, exceptionally when one does not take it.
    CompletableFuture<Void> publish(Bundle bundle) {
        byte[] encoded = bundle.encode();
        Bytes32 root = bundle.root();
        var event = new CloudEvent(root.toHex(), TYPE, source);
        CompletableFuture<?>[] writes = ledger.now().configuration().ordering().parties().stream()
                .map(Party::id)
                .map(party -> writer.write(Topics.transactions(party), Topics.bundleKey(root), encoded, event))
                .toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(writes);
    }
}

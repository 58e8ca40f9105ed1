package io.florin.ordering.consenter.bftsmart.adapter;

import bftsmart.tom.MessageContext;
import bftsmart.tom.core.messages.TOMMessage;
import bftsmart.tom.core.messages.TOMMessageType;
import io.florin.ordering.protocol.Batch;

/// A batch as the library's request. Every lane of a party is a client of its own with one request under way; all
/// numbers follow from the batch, so each member makes the same request of it.
final class LibraryRequests {
    /// Clients are told from replicas by their numbers.
    private static final int CLIENTS_FROM = 4096;

    private LibraryRequests() {}

    static TOMMessage request(Batch batch, byte[] encoded, int view) {
        var request = new TOMMessage(
                client(batch),
                (int) batch.session(),
                (int) batch.sequence(),
                operation(batch),
                encoded,
                view,
                TOMMessageType.ORDERED_REQUEST);
        request.serializedMessage = TOMMessage.messageToBytes(request);
        return request;
    }

    /// Whether the request was made of this batch: numbers that its party did not sign could hold up its other batches.
    static boolean isCarrierOf(Batch batch, MessageContext context) {
        return context.getSender() == client(batch)
                && context.getSession() == (int) batch.session()
                && context.getSequence() == (int) batch.sequence()
                && context.getOperationId() == operation(batch);
    }

    static int client(Batch batch) {
        return CLIENTS_FROM + batch.party() * Batch.LANES_MAX + batch.lane();
    }

    /// The library compares requests by client, sequence and operation, not by session.
    private static int operation(Batch batch) {
        return (int) batch.session();
    }
}

package io.florin.audit.adapter;

import io.florin.audit.CommittedProof;
import io.florin.crypto.Bytes;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.block.OrderedTransaction;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.status.Receipt;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.chain.FirstThatAnswers;
import io.florin.runtime.http.OutboundCalls;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientException;

/// Sources of evidence that a transaction is committed: all committers for receipts, then one party after the other
/// until one gives the block. What they answer counts as far as [CommittedProof] finds it good. Any thread.
public record CommitSources(CommittedProof proof, List<CommitterApi> committers, List<OrderingInternalApi> parties) {
    private static final Logger log = LoggerFactory.getLogger(CommitSources.class);

    public CommitSources {
        committers = List.copyOf(committers);
        parties = List.copyOf(parties);
    }

    /// A certified block with the transaction in its place.
    public record Found(Bytes block, OrderedTransaction ordered) {}

    /// @return empty if too few committers show that it is committed
    /// @throws ProblemException 503 when no committer answers
    public Optional<Receipt> receipt(TransactionId id) {
        List<Receipt> receipts = new ArrayList<>();
        int silent = 0;
        for (CommitterApi committer : committers) {
            try {
                byte[] encoded = committer.receipt(id.toHex());
                if (encoded != null) {
                    receipts.add(Receipt.decode(encoded));
                }
            } catch (HttpClientErrorException.NotFound unknown) {
                continue; // it knows no final status
            } catch (RestClientException | DecodeException | IllegalArgumentException unusable) {
                log.warn("a committer gives no receipt: cause={}", OutboundCalls.reason(unusable));
                silent++;
            }
        }
        if (silent == committers.size()) {
            throw unavailable("No committer answers.");
        }
        return proof.committed(id, receipts);
    }

    /// @param receipt that proves the transaction
    /// @throws ProblemException 503 when no party gives it
    public Found block(Receipt receipt) {
        long number = receipt.checkpoint().number();
        return new FirstThatAnswers<>(
                        parties, reason -> log.warn("a party gives no such block: block={} cause={}", number, reason))
                .ask(party -> found(receipt, party.block(number)))
                .orElseThrow(() -> unavailable("No ordering party gives the block of the transaction."));
    }

    private Optional<Found> found(Receipt receipt, byte @Nullable [] encoded) {
        return encoded == null
                ? Optional.empty()
                : proof.transaction(receipt, Block.decode(encoded))
                        .map(ordered -> new Found(Bytes.of(encoded), ordered));
    }

    private static ProblemException unavailable(String detail) {
        return new ProblemException(ProblemCode.UNAVAILABLE, detail);
    }
}

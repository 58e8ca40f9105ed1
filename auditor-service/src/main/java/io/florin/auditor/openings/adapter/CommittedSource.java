package io.florin.auditor.openings.adapter;

import io.florin.audit.CommittedProof;
import io.florin.auditor.openings.OpeningEvidence.Inclusion;
import io.florin.ledger.TransactionId;
import io.florin.ledger.block.Block;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.status.Receipt;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.OrderingInternalApi;
import io.florin.runtime.http.OutboundCalls;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.client.RestClientException;

/// Proof for others that a transaction committed: committers' receipts and a party's certified block.
final class CommittedSource {
    private static final Logger log = LoggerFactory.getLogger(CommittedSource.class);

    private final CommittedProof proof;
    private final List<CommitterApi> committers;
    private final List<OrderingInternalApi> parties;
    private final JdbcClient jdbc;

    CommittedSource(
            CommittedProof proof, List<CommitterApi> committers, List<OrderingInternalApi> parties, JdbcClient jdbc) {
        this.proof = proof;
        this.committers = List.copyOf(committers);
        this.parties = List.copyOf(parties);
        this.jdbc = jdbc;
    }

    /// @throws ProblemException 503 while too few show it
    Inclusion inclusion(TransactionId id) {
        Receipt receipt = proof.committed(id, receipts(id))
                .orElseThrow(() -> unavailable("Too few committers show that the transaction is committed."));
        Base64.Encoder base64 = Base64.getEncoder();
        return new Inclusion(base64.encodeToString(receipt.encode()), base64.encodeToString(block(receipt)));
    }

    /// The change that made a version of the configuration, by the own replay.
    ///
    /// @param version above 1
    Inclusion configuration(long version) {
        Optional<String> id = jdbc.sql("select transaction_id from audit_transaction where kind = 'CONFIGURATION' and"
                        + " status = 'COMMITTED' order by block, place offset ? limit 1")
                .param(version - 2)
                .query(String.class)
                .optional();
        return inclusion(id.map(TransactionId::fromHex)
                .orElseThrow(() -> unavailable("Configuration " + version + " is not indexed yet.")));
    }

    private List<Receipt> receipts(TransactionId id) {
        List<Receipt> receipts = new ArrayList<>();
        for (CommitterApi committer : committers) {
            try {
                byte[] encoded = committer.receipt(id.toHex());
                if (encoded != null) {
                    receipts.add(Receipt.decode(encoded));
                }
            } catch (RestClientException | DecodeException | IllegalArgumentException unusable) {
                log.warn("a committer gives no receipt: cause={}", OutboundCalls.reason(unusable));
            }
        }
        return receipts;
    }

    private byte[] block(Receipt receipt) {
        for (OrderingInternalApi party : parties) {
            try {
                byte[] encoded = party.block(receipt.checkpoint().number());
                if (encoded != null
                        && proof.transaction(receipt, Block.decode(encoded)).isPresent()) {
                    return encoded;
                }
            } catch (RestClientException | DecodeException | IllegalArgumentException unusable) {
                log.warn("a party gives no block: cause={}", OutboundCalls.reason(unusable));
            }
        }
        throw unavailable("No ordering party gives the block of the transaction.");
    }

    private static ProblemException unavailable(String detail) {
        return new ProblemException(ProblemCode.UNAVAILABLE, detail);
    }
}

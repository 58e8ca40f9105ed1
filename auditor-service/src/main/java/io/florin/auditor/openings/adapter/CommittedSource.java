package io.florin.auditor.openings.adapter;

import io.florin.audit.adapter.CommitSources;
import io.florin.auditor.openings.OpeningEvidence.Inclusion;
import io.florin.ledger.TransactionId;
import io.florin.ledger.status.Receipt;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.util.Base64;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Proof for others that a transaction committed: committers' receipts and a party's certified block.
final class CommittedSource {
    private final CommitSources sources;
    private final JdbcClient jdbc;

    CommittedSource(CommitSources sources, JdbcClient jdbc) {
        this.sources = sources;
        this.jdbc = jdbc;
    }

    /// @throws ProblemException 503 while too few show it
    Inclusion inclusion(TransactionId id) {
        Receipt receipt = sources.receipt(id)
                .orElseThrow(() -> unavailable("Too few committers show that the transaction is committed."));
        Base64.Encoder base64 = Base64.getEncoder();
        return new Inclusion(
                base64.encodeToString(receipt.encode()),
                base64.encodeToString(sources.block(receipt).block().toArray()));
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

    private static ProblemException unavailable(String detail) {
        return new ProblemException(ProblemCode.UNAVAILABLE, detail);
    }
}

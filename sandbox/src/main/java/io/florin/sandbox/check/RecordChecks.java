package io.florin.sandbox.check;

import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Submission;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.rules.SettlementTranslator;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.demo.Await;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/// Checks of what the services keep beside the ledger, and of the services themselves.
final class RecordChecks {
    private static final Duration READY_WITHIN = Duration.ofMinutes(2);

    /// Entries that follow the one before, and the number in the head if that is the last one.
    private static final String LINKED = """
        select (select count(*) from (select sequence, previous_hash, lag(hash) over (order by sequence) as last,
                    row_number() over (order by sequence) as n from decision) d
                where sequence = n and (n = 1 or previous_hash = last))
            || '/' || coalesce((select h.last_sequence from decision_head h join decision d
                on d.sequence = h.last_sequence and d.hash = h.last_hash), 0)
        """;

    private static final String UNDECIDED = """
        select id::text from enrollment e where state = 'APPROVED'
            and not exists (select 1 from decision d where d.subject like '%' || e.id::text || '%')
        """;

    private RecordChecks() {}

    static final Check CLIENT_TRANSACTIONS = new Check(
            "client transactions",
            "endorsers keep what they signed for, and it says the same",
            Set.of("hidden-transaction", "exchanged-transaction"),
            RecordChecks::clientTransactions);

    /// Enough endorsers keep the client transaction behind every committed transaction, and it says the same.
    static CheckResult clientTransactions(CheckContext context) {
        Map<TransactionId, SettlementTransaction> committed = new HashMap<>();
        for (SerialReplay.Applied block : context.ledger().applied()) {
            block.committed().forEach(transaction -> committed.put(transaction.id(), transaction));
        }
        Map<TransactionId, Integer> kept = new HashMap<>();
        for (Peer endorser : context.plan().topology().nodes(NodeRole.ENDORSER)) {
            String flaw = count(context, endorser, committed, kept);
            if (!flaw.isEmpty()) {
                return CheckResult.broken(flaw);
            }
        }
        int threshold =
                context.genesis().configuration().endorserGroups().getFirst().threshold();
        for (TransactionId id : committed.keySet()) {
            if (kept.getOrDefault(id, 0) < threshold) {
                return CheckResult.broken(id.toHex() + " is kept by " + kept.getOrDefault(id, 0) + " endorsers");
            }
        }
        return CheckResult.of(
                !committed.isEmpty(),
                committed.size() + " client transactions, each kept by " + threshold + " endorsers or more");
    }

    private static String count(
            CheckContext context,
            Peer endorser,
            Map<TransactionId, SettlementTransaction> committed,
            Map<TransactionId, Integer> kept) {
        try (Connection database = Databases.connect(context.plan(), endorser);
                PreparedStatement query = database.prepareStatement("select id, submission from client_transaction");
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                TransactionId id = TransactionId.of(rows.getBytes("id"));
                SettlementTransaction settlement = committed.get(id);
                if (settlement == null) {
                    continue;
                }
                var client = Submission.decode(rows.getBytes("submission")).transaction();
                boolean same = client.id().equals(id)
                        && SettlementTranslator.translate(client, settlement.auditRequired())
                                .equals(settlement);
                if (!same) {
                    return endorser + " keeps another client transaction under " + id.toHex();
                }
                kept.merge(id, 1, Integer::sum);
            }
            return "";
        } catch (SQLException e) {
            throw new IllegalStateException("the database of " + endorser + " cannot be read", e);
        }
    }

    static final Check DECISION_LOG = new Check(
            "decision log",
            "registration's decisions are an unbroken chain",
            Set.of("deleted-decision", "cut-decisions"),
            RecordChecks::decisionLog);

    /// Registration's log of decisions is whole: registration says so, the rows in its database are one chain up to the
    /// head, and everybody who was admitted stands in it.
    static CheckResult decisionLog(CheckContext context) {
        var check = context.clients().registrar().get("/v1/decisions/check");
        long entries = check.path("entries").asLong();
        if (!check.path("intact").asBoolean()) {
            return CheckResult.broken("broken at " + check.path("brokenAt").asLong() + ": "
                    + check.path("what").asString(""));
        }
        Peer registration = new Peer(NodeRole.REGISTRATION, 1);
        boolean linked = Stores.column(context, registration, LINKED).equals(Set.of(entries + "/" + entries));
        Set<String> undecided = Stores.column(context, registration, UNDECIDED);
        return CheckResult.of(
                entries > 0 && linked && undecided.isEmpty(),
                entries + " decisions in " + (linked ? "an unbroken chain" : "no chain that the head ends") + ", "
                        + undecided.size() + " people were admitted without one");
    }

    /// @throws io.florin.sandbox.run.SandboxException when a service is not ready in time
    static void awaitHealth(CheckContext context) {
        Await.until(
                "all services to be ready", READY_WITHIN, () -> health(context).holds());
    }

    static final Check SERVICES =
            new Check("services", "every service is live and ready", Set.of("silent-service"), RecordChecks::health);

    /// Every service says it is well.
    static CheckResult health(CheckContext context) {
        int healthy = 0;
        for (Peer node : context.plan().topology().nodes()) {
            for (String group : new String[] {"live", "ready"}) {
                String path = context.plan().http(node) + "/actuator/health/" + group;
                try {
                    RestClient.create().get().uri(path).retrieve().toBodilessEntity();
                } catch (RestClientException e) {
                    return CheckResult.broken(node.directoryName() + " is not " + group);
                }
            }
            healthy++;
        }
        return CheckResult.of(healthy > 0, healthy + " services live and ready");
    }
}

package io.florin.sandbox.check;

import io.florin.ledger.TransactionId;
import io.florin.ledger.client.Submission;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.rules.SettlementTranslator;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.runtime.identity.NodeRole;
import io.florin.runtime.identity.Peer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/// Checks of what the services keep beside the ledger, and of the services themselves.
final class RecordChecks {
    private RecordChecks() {}

    /// Enough endorsers keep the client transaction behind every committed transaction, and it says the same.
    static Verdict clientTransactions(Scene scene) {
        Map<TransactionId, SettlementTransaction> committed = new HashMap<>();
        for (SerialReplay.Applied block : scene.ledger().applied()) {
            block.committed().forEach(transaction -> committed.put(transaction.id(), transaction));
        }
        Map<TransactionId, Integer> kept = new HashMap<>();
        for (Peer endorser : scene.plan().topology().nodes(NodeRole.ENDORSER)) {
            String flaw = count(scene, endorser, committed, kept);
            if (!flaw.isEmpty()) {
                return Verdict.broken(flaw);
            }
        }
        int threshold =
                scene.genesis().configuration().endorserGroups().getFirst().threshold();
        for (TransactionId id : committed.keySet()) {
            if (kept.getOrDefault(id, 0) < threshold) {
                return Verdict.broken(id.toHex() + " is kept by " + kept.getOrDefault(id, 0) + " endorsers");
            }
        }
        return Verdict.of(
                !committed.isEmpty(),
                committed.size() + " client transactions, each kept by " + threshold + " endorsers or more");
    }

    private static String count(
            Scene scene,
            Peer endorser,
            Map<TransactionId, SettlementTransaction> committed,
            Map<TransactionId, Integer> kept) {
        try (Connection database = Databases.connect(scene.plan(), endorser);
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

    /// Registration's log of decisions is whole.
    static Verdict decisionLog(Scene scene) {
        var check = scene.clients().registrar().get("/v1/decisions/check");
        long entries = check.path("entries").asLong();
        return check.path("intact").asBoolean()
                ? Verdict.of(entries > 0, entries + " decisions in an unbroken chain")
                : Verdict.broken("broken at " + check.path("brokenAt").asLong() + ": "
                        + check.path("what").asString(""));
    }

    /// Every service says it is well.
    static Verdict health(Scene scene) {
        int healthy = 0;
        for (Peer node : scene.plan().topology().nodes()) {
            for (String group : new String[] {"live", "ready"}) {
                String path = scene.plan().http(node) + "/actuator/health/" + group;
                try {
                    RestClient.create().get().uri(path).retrieve().toBodilessEntity();
                } catch (RestClientException e) {
                    return Verdict.broken(node.directoryName() + " is not " + group);
                }
            }
            healthy++;
        }
        return Verdict.of(healthy > 0, healthy + " services live and ready");
    }
}

package io.florin.sandbox.check;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.identity.NodeIdentity;
import io.florin.ledger.TransactionId;
import io.florin.runtime.api.AuditMemberInternalApi;
import io.florin.runtime.api.AuditMemberInternalApi.ShareRequest;
import io.florin.runtime.http.StrictJson;
import io.florin.runtime.internal.InternalClients;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.demo.Await;
import io.florin.sandbox.demo.SeededEconomy.Account;
import io.florin.sandbox.view.PartyStore;
import io.florin.sandbox.view.Viewer;
import io.florin.sandbox.view.WhoSeesWhat;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.web.client.RestClientResponseException;
import tools.jackson.databind.JsonNode;

/// Passive audit seen from outside: one payment of the payroll is opened under a case and compared with what the
/// payer's bank and registration have; the same is refused without a case, and for a transaction that is not committed.
public final class AuditChecks {
    /// A case that the demo opens at two members of three.
    public static final String CASE = "DEMO-1";

    public static final Check OPENINGS = new Check(
            "openings",
            "members of the audit authority open a payment under a case, and nothing without one",
            Set.of("unlogged-opening"),
            AuditChecks::openings);

    private static final String OTHER_CASE = "DEMO-2";
    /// Of which no member knows.
    private static final String NO_CASE = "DEMO-0";

    private AuditChecks() {}

    /// The payment as the payer's bank and registration know it.
    ///
    /// @param payer and payee: enrollment ids, hex
    private record Truth(TransactionId transaction, String payer, String payee, long amount) {}

    static CheckResult openings(CheckContext context) {
        Truth truth = truth(context);
        Optional<String> flaw = withoutACase(context, truth).or(() -> uncommitted(context));
        if (flaw.isPresent()) {
            return CheckResult.broken(flaw.get());
        }
        boolean before = isOpen(context, CASE);
        if (!before) {
            open(context, CASE, truth.transaction());
        } else if (!logged(context, truth)) {
            return CheckResult.broken("the case was opened before, and two members' logs do not say so");
        }
        return CheckResult.of(
                says(opened(context, truth), truth) && logged(context, truth),
                "a payment opens under a case with its payer, payee and amount, and stands in the logs of two members;"
                        + " none without a case, none that is not committed");
    }

    /// Opens a payment of a bank under a case of its own.
    ///
    /// @param payment its id at the bank
    /// @return whether it shows who paid whom how much
    public static boolean opensRightly(
            CheckContext context, String reference, Account payer, Account payee, String payment) {
        JsonNode paid = context.clients().bank(payer.bank()).get("/v1/payments/" + payment);
        try {
            Truth truth = new Truth(
                    TransactionId.fromHex(paid.path("transactionId").asString("")),
                    enrollment(context, payer),
                    enrollment(context, payee),
                    paid.path("amount").asLong());
            open(context, reference, truth.transaction());
            return says(
                    context.clients()
                            .investigator()
                            .post(
                                    "/v1/openings",
                                    Map.of(
                                            "caseReference",
                                            reference,
                                            "transactionId",
                                            truth.transaction().toHex())),
                    truth);
        } catch (SQLException e) {
            throw new IllegalStateException("registration's database cannot be read", e);
        }
    }

    private static boolean says(JsonNode opened, Truth truth) {
        List<String> payers = new ArrayList<>();
        opened.path("payers")
                .forEach(payer -> payers.add(payer.path("enrollmentId").asString("")));
        boolean paid = false;
        for (JsonNode output : opened.path("outputs")) {
            paid |= output.path("payee").path("enrollmentId").asString("").equals(truth.payee())
                    && output.path("value").asLong() == truth.amount();
        }
        return payers.equals(List.of(truth.payer())) && paid;
    }

    /// The payment as shown to the auditor under the case, beside what everybody stores.
    public static WhoSeesWhat withOpening(CheckContext context, WhoSeesWhat stored) {
        JsonNode opened = opened(context, truth(context));
        List<String> lines = new ArrayList<>();
        opened.path("payers")
                .forEach(
                        payer -> lines.add("payer " + payer.path("enrollmentId").asString("")));
        opened.path("outputs")
                .forEach(output -> lines.add(
                        "payee " + output.path("payee").path("enrollmentId").asString("") + ",value,"
                                + output.path("value").asLong() + ","));
        List<PartyStore> places = new ArrayList<>(stored.places());
        places.add(new PartyStore(
                Viewer.AUDITOR_UNDER_CASE,
                List.of(new PartyStore.Thing(
                        "answer of POST /v1/openings under case " + CASE + ", stored nowhere",
                        lines,
                        String.join("\n", lines).getBytes(StandardCharsets.UTF_8)))));
        return new WhoSeesWhat(stored.model(), stored.audit(), stored.facts(), places);
    }

    // ---- the platform

    private static List<Peer> members(CheckContext context) {
        return context.plan().topology().nodes(NodeRole.AUDIT_MEMBER);
    }

    /// Whether an earlier run has opened the case.
    private static boolean isOpen(CheckContext context, String reference) {
        JsonNode cases =
                context.clients().auditOfficer(members(context).get(1), 1).get("/v1/cases");
        for (JsonNode each : cases) {
            if (each.path("reference").asString("").equals(reference)) {
                return true;
            }
        }
        return false;
    }

    private static void open(CheckContext context, String reference, TransactionId id) {
        for (Peer member : members(context).subList(0, 2)) {
            context.clients()
                    .auditOfficer(member, 1)
                    .post(
                            "/v1/cases",
                            Map.of(
                                    "reference",
                                    reference,
                                    "reason",
                                    "a check of the demonstration",
                                    "transactionId",
                                    id.toHex()));
            context.clients().auditOfficer(member, 2).post("/v1/cases/" + reference + "/approval", Map.of());
        }
    }

    private static JsonNode opened(CheckContext context, Truth truth) {
        return context.clients().investigator().post("/v1/openings", form(CASE, truth.transaction()));
    }

    private static Map<String, String> form(String reference, TransactionId id) {
        return Map.of("caseReference", reference, "transactionId", id.toHex());
    }

    private static Optional<String> withoutACase(CheckContext context, Truth truth) {
        return expect(
                "too-few-shares",
                () -> context.clients().investigator().post("/v1/openings", form(NO_CASE, truth.transaction())));
    }

    /// A case of a transaction that does not exist opens nothing, whoever asks the member.
    private static Optional<String> uncommitted(CheckContext context) {
        TransactionId none = new TransactionId(Bytes32.of(new byte[Bytes32.SIZE]));
        if (!isOpen(context, OTHER_CASE)) {
            open(context, OTHER_CASE, none);
        }
        Peer member = members(context).getFirst();
        try (NodeIdentity auditor =
                        NodeIdentity.load(context.plan().networkDirectory(), new Peer(NodeRole.AUDITOR, 1));
                InternalClients clients =
                        new InternalClients(auditor.tls(), StrictJson.mapper(), Await.PATIENCE, Await.PATIENCE)) {
            AuditMemberInternalApi api = clients.proxy(
                    AuditMemberInternalApi.class, member, context.plan().internal(member));
            var request = new ShareRequest(OTHER_CASE, none.toHex(), "demo", List.of("payer-0"), List.of());
            return expect("not-committed", () -> api.shares(request))
                    .or(() -> expect(
                            "not-committed",
                            () -> context.clients().investigator().post("/v1/openings", form(CASE, none))));
        }
    }

    private static Optional<String> expect(String code, Runnable act) {
        try {
            act.run();
            return Optional.of("was given instead of " + code);
        } catch (RestClientResponseException refused) {
            return refused.getResponseBodyAsString().contains("\"" + code + "\"")
                    ? Optional.empty()
                    : Optional.of("another answer than " + code + ": " + refused.getStatusCode());
        }
    }

    private static boolean logged(CheckContext context, Truth truth) {
        for (Peer member : members(context).subList(0, 2)) {
            var officer = context.clients().auditOfficer(member, 1);
            boolean given = false;
            for (JsonNode entry : officer.get("/v1/decisions?limit=500")) {
                given |= entry.path("action").asString("").equals("share-given")
                        && entry.path("subject")
                                .asString("")
                                .equals("transaction/" + truth.transaction().toHex());
            }
            if (!given || !officer.get("/v1/decisions/check").path("intact").asBoolean()) {
                return false;
            }
        }
        return true;
    }

    // ---- the truth

    /// Of the payment that the page shows.
    private static Truth truth(CheckContext context) {
        StoredPayment payment = StoredPayment.chosen(context);
        try {
            return new Truth(
                    payment.transaction(),
                    enrollment(context, payment.payer()),
                    enrollment(context, payment.payee()),
                    payment.amount());
        } catch (SQLException e) {
            throw new IllegalStateException("registration's database cannot be read", e);
        }
    }

    private static String enrollment(CheckContext context, Account account) throws SQLException {
        try (Connection database = Databases.connect(context.plan(), new Peer(NodeRole.REGISTRATION, 1));
                PreparedStatement query = database.prepareStatement("select c.eid from credential_commitment c"
                        + " join enrollment e on e.id = c.enrollment where e.full_name = ?")) {
            query.setString(1, account.holder());
            try (ResultSet rows = query.executeQuery()) {
                if (!rows.next()) {
                    throw new IllegalStateException("registration does not know " + account.iban());
                }
                return Bytes.of(rows.getBytes(1)).toHex();
            }
        }
    }
}

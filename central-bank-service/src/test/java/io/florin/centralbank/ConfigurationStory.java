package io.florin.centralbank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.centralbank.fixture.CentralBankUnderTest;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.codec.Domain;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.config.NetworkConfiguration.Officers;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestOrder;
import io.florin.runtime.internal.NodeRole;
import io.florin.testkit.Patience;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.web.client.HttpServerErrorException;
import tools.jackson.databind.JsonNode;

/// Officers' work on the configuration of a central bank under test. After each test the settings are those of genesis
/// again, under a later version.
abstract class ConfigurationStory {
    static final Duration SOON = Patience.LIMIT;
    static final NamespaceId CURRENCY = new NamespaceId(1);

    static CentralBankUnderTest bank;

    @BeforeAll
    static void start(CentralBankUnderTest shared) {
        bank = shared;
        await().atMost(SOON).until(() -> {
            try {
                return bank.as(NodeRole.BANK, 1)
                        .request(new SupplyRequestOrder("REDEMPTION", "00".repeat(31) + "01", owner(), 1))
                        .state()
                        .equals("REQUESTED");
            } catch (HttpServerErrorException notYet) {
                return false;
            }
        });
    }

    @AfterEach
    void backToTheSettingsOfGenesis() {
        bank.network().fail();
        NetworkConfiguration first = bank.genesis().configuration();
        Namespace currency = first.namespace(CURRENCY).orElseThrow();
        HttpResponse<String> answer = propose(
                1,
                "\"audit\":{\"policy\":\"%s\",\"threshold\":%d},\"officers\":%s,\"limits\":{\"expiryBlocksMax\":%d}"
                        .formatted(
                                currency.auditPolicy(),
                                currency.auditThreshold().minorUnits(),
                                officersOf(first.officers()),
                                first.limits().expiryBlocksMax()));
        if (answer.statusCode() == 201) {
            signByAll(bank.json(answer));
            awaitState(bank.json(answer), "IN_FORCE");
        } else {
            assertThat(code(answer)).isEqualTo("nothing-changes");
        }
    }

    static void awaitVersion(long version) {
        await().atMost(SOON)
                .until(() -> bank.json(bank.get("/v1/configuration", viewer()))
                                .path("version")
                                .asLong(0)
                        == version);
    }

    /// The page's form as a browser sends it, with another threshold.
    static Map<String, String> fields(String threshold) {
        NetworkConfiguration now = inForce();
        Map<String, String> fields = new java.util.LinkedHashMap<>();
        fields.put("key", UUID.randomUUID().toString());
        fields.put("baseVersion", Long.toString(now.version()));
        fields.put("auditPolicy", "ABOVE_THRESHOLD");
        fields.put("auditThreshold", threshold);
        fields.put("approvalsRequired", "2");
        fields.put("officerKeys", lines(now.officers().keys()));
        fields.put("auditorKeys", lines(now.auditors()));
        var money = new io.florin.centralbank.protocol.MoneyText();
        now.tiers().forEach(tier -> {
            fields.put("paymentMax-" + tier.id(), money.text(tier.paymentMax().minorUnits()));
            fields.put("holdingMax-" + tier.id(), money.text(tier.holdingMax().minorUnits()));
        });
        fields.put("expiryBlocksMax", Long.toString(now.limits().expiryBlocksMax()));
        fields.put("reason", "threshold");
        return fields;
    }

    static String lines(List<Bytes32> keys) {
        return String.join("\n", keys.stream().map(Bytes32::toHex).toList());
    }

    static NetworkConfiguration with(NetworkConfiguration now, long version, Officers officers) {
        return EditedConfiguration.of(now).version(version).officers(officers).build();
    }

    static void write(JsonNode proposal, NetworkConfiguration configuration) throws SQLException {
        try (Connection database = bank.postgres().connect();
                PreparedStatement update =
                        database.prepareStatement("update configuration_change set configuration = ? where id = ?")) {
            update.setBytes(1, configuration.encode());
            update.setObject(2, UUID.fromString(proposal.get("id").asString()));
            update.executeUpdate();
        }
    }

    static void changeTo(String parts) {
        JsonNode proposal = proposed(1, parts);
        signByAll(proposal);
        awaitState(proposal, "IN_FORCE");
    }

    static void signByAll(JsonNode proposal) {
        for (int officer = 1; officer <= inForce().officers().approvalsRequired(); officer++) {
            approve(proposal, officer);
        }
    }

    static JsonNode proposed(int officer, String parts) {
        HttpResponse<String> answer = propose(officer, parts);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return bank.json(answer);
    }

    static HttpResponse<String> propose(int officer, String parts) {
        return post(officer, UUID.randomUUID().toString(), form(parts));
    }

    static String form(String parts) {
        return "{\"baseVersion\":%d,\"reason\":\"a test\",%s}"
                .formatted(inForce().version(), parts);
    }

    static HttpResponse<String> post(int officer, String key, String form) {
        return bank.post("/v1/configuration-changes", bank.officer(officer), form, Map.of("Idempotency-Key", key));
    }

    static HttpResponse<String> approve(JsonNode proposal, int officer) {
        return approveWith(proposal, officer, signature(officer, proposal));
    }

    /// Made with the officer's key outside the service, which takes no scrypt.
    static String signature(int officer, JsonNode proposal) {
        byte[] next = Base64.getDecoder().decode(proposal.get("configuration").asString());
        byte[] message =
                Domain.OFFICER_APPROVAL.message(bank.genesis().networkId(), NamespaceId.CONFIGURATION, 1, 0, next);
        return "\"signature\":\"" + bank.sign(officer, message).toHex() + "\"";
    }

    static HttpResponse<String> approveWith(JsonNode proposal, int officer, String with) {
        return bank.post(
                pathOf(proposal) + "/approvals",
                bank.officer(officer),
                "{\"digest\":\"%s\",%s}".formatted(proposal.get("digest").asString(), with));
    }

    static String pathOf(JsonNode proposal) {
        return "/v1/configuration-changes/" + proposal.get("id").asString();
    }

    static JsonNode change(JsonNode proposal) {
        return bank.json(bank.get(pathOf(proposal), viewer()));
    }

    static void awaitState(JsonNode proposal, String state) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(change(proposal).get("state").asString())
                        .as(change(proposal).toString())
                        .isEqualTo(state));
    }

    static String officersOf(Officers officers) {
        return "{\"approvalsRequired\":%d,\"keys\":[%s]}"
                .formatted(
                        officers.approvalsRequired(),
                        String.join(
                                ",",
                                officers.keys().stream()
                                        .map(key -> "\"" + key.toHex() + "\"")
                                        .toList()));
    }

    static void settleWithdrawal() {
        String id = approvedWithdrawal();
        await().atMost(SOON).until(() -> request(id).get("state").asString().equals("SETTLED"));
    }

    static String approvedWithdrawal() {
        SupplyRequestOrder order =
                new SupplyRequestOrder("WITHDRAWAL", bank.newId().toHex(), owner(), 1_500);
        bank.as(NodeRole.BANK, 1).request(order);
        approveRequest(order.id(), 1);
        approveRequest(order.id(), 2);
        return order.id();
    }

    static void approveRequest(String id, int officer) {
        bank.approve(id, officer);
    }

    static JsonNode request(String id) {
        return bank.json(bank.get("/v1/supply-requests/" + id, bank.officer(1)));
    }

    static void closeIncidents() {
        for (JsonNode incident : bank.json(bank.get("/v1/incidents", bank.officer(1)))) {
            if (incident.get("open").asBoolean()) {
                String path = "/v1/incidents/" + incident.get("id").asLong() + "/closing";
                bank.post(path, bank.officer(1), "{\"reason\":\"understood\"}");
                bank.post(path + "/approval", bank.officer(2), "");
            }
        }
    }

    static NetworkConfiguration inForce() {
        return bank.network().ledger().configuration();
    }

    static String viewer() {
        return bank.issuer().token("viewer", "central-bank-viewer");
    }

    static String owner() {
        return bank.treasury(1).publicKey().toHex();
    }

    static void execute(String sql) throws SQLException {
        try (Connection database = bank.postgres().connect();
                Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }

    static String code(HttpResponse<String> response) {
        return bank.json(response).path("code").asString("");
    }
}

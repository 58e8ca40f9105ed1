package io.florin.centralbank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.centralbank.fixture.CentralBankUnderTest;
import io.florin.centralbank.fixture.FakeNetwork.Fault;
import io.florin.centralbank.fixture.SharedCentralBank;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.bbs.Credential;
import io.florin.crypto.bbs.CredentialIssuer;
import io.florin.crypto.bbs.CredentialScheme;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.BlindedToken;
import io.florin.crypto.seal.X25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.client.OfficerApproval;
import io.florin.ledger.client.Submission;
import io.florin.ledger.client.SupplyRequest;
import io.florin.ledger.client.SupplyRequest.Direction;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.privacy.HiddenCurrencies;
import io.florin.ledger.privacy.HiddenOpening;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.api.CentralBankInternalApi.HiddenPayee;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestOrder;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestView;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.SupplyPayee;
import io.florin.runtime.internal.NodeRole;
import io.florin.testkit.Patience;
import io.florin.wallet.hidden.CommittedOutputs;
import io.florin.wallet.hidden.HiddenAddress;
import io.florin.wallet.hidden.HiddenPayer;
import io.florin.wallet.hidden.HiddenPaymentBuilder;
import io.florin.wallet.hidden.OwnedToken;
import io.florin.wallet.hidden.Receiver;
import io.florin.wallet.payment.LedgerView;
import io.florin.wallet.submit.adapter.HttpApis;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.web.client.HttpClientErrorException;
import tools.jackson.databind.JsonNode;

/// Withdrawals and redemptions of currencies that hide owners or values, with real proofs. After each test reserves +
/// currency are what banks brought.
@ExtendWith(SharedCentralBank.class)
class HiddenSupplyIT {
    private static final Duration SOON = Patience.LIMIT;
    private static final NamespaceId CURRENCY = new NamespaceId(1);

    private static CentralBankUnderTest bank;
    private static Namespace clear;
    private static TestHiddenEconomy economy;
    private static TestHiddenEconomy.Holder treasury;
    private static X25519KeyPair noteKey;

    @BeforeAll
    static void start(CentralBankUnderTest shared) {
        bank = shared;
        clear = bank.network().ledger().configuration().namespace(CURRENCY).orElseThrow();
        byte[] seed = new byte[X25519KeyPair.SEED_SIZE];
        bank.random().nextBytes(seed);
        noteKey = X25519KeyPair.fromSeed(seed);
        economy = new TestHiddenEconomy(1, PrivacyModel.ANONYMOUS);
        treasury = economy.newHolder();
    }

    @AfterAll
    static void backToTheClearCurrency() {
        noteKey.close();
        bank.network().ledger().changeCurrency(_ -> clear);
        awaitConfiguration();
    }

    private static void hide(PrivacyModel model, AuditPolicy policy) {
        economy = new TestHiddenEconomy(model.code(), model, policy);
        treasury = economy.newHolder();
        Namespace hidden = economy.network().configuration().namespace(CURRENCY).orElseThrow();
        bank.network().ledger().changeCurrency(_ -> hidden);
        awaitConfiguration();
    }

    private static void awaitConfiguration() {
        long height = bank.network().ledger().height();
        await().atMost(SOON)
                .until(() -> bank.json(bank.get("/v1/supply", bank.officer(1)))
                                .get("block")
                                .asLong()
                        >= height);
        long version = bank.network().ledger().configuration().version();
        await().atMost(SOON)
                .until(() -> bank.json(bank.get("/v1/configuration", bank.officer(1)))
                                .path("version")
                                .asLong(0)
                        == version);
    }

    @AfterEach
    void nothingWasMadeOrLost() {
        bank.network().fail();
        await().atMost(SOON).untilAsserted(() -> {
            JsonNode supply = bank.json(bank.get("/v1/supply", bank.officer(1)));
            assertThat(supply.get("constant").asBoolean()).as(supply.toString()).isTrue();
            assertThat(supply.get("outstanding").asLong())
                    .isEqualTo(bank.network().ledger().outstanding());
            assertThat(supply.get("incidents").size()).as(supply.toString()).isZero();
        });
    }

    @ParameterizedTest
    @EnumSource(
            value = PrivacyModel.class,
            names = {"ANONYMOUS", "CONFIDENTIAL", "UNLINKABLE"})
    void issuesToTheTreasurysAddressAndFollowsItsRedemption(PrivacyModel model) {
        hide(model, AuditPolicy.NEVER);

        OwnedToken token = settledWithdrawal(50_000);
        assertThat(token.amount()).isEqualTo(Amount.of(50_000));
        assertThat(token.model()).isEqualTo(model);

        SupplyRequestOrder order =
                new SupplyRequestOrder("REDEMPTION", bank.newId().toHex(), owner().toHex(), 20_000);
        bank.as(NodeRole.BANK, 1).request(order);
        bank.approve(order.id(), 1);
        bank.approve(order.id(), 2);
        long reserves = bank.as(NodeRole.BANK, 1).reserves().balance();
        redeem(bank.as(NodeRole.BANK, 1).supplyRequest(order.id()), spendable(token));

        awaitSettled(order.id());
        assertThat(bank.as(NodeRole.BANK, 1).reserves().balance()).isEqualTo(reserves + 20_000);
    }

    /// Killed when it was stored and not sent, see [#keepsNoOpeningInTheDatabase], or when it was ordered and the
    /// answer was lost.
    @Test
    void sendsTheSameIssueAgainWhereverItIsKilled() {
        hide(PrivacyModel.CONFIDENTIAL, AuditPolicy.NEVER);
        int before = bank.network().ledger().supplyRecords();
        bank.network().fail(Fault.ANSWER_LOST, Fault.NO_RESULTS, Fault.NO_BLOCKS);
        SupplyRequestOrder order = withdrawal(7_000);
        bank.as(NodeRole.BANK, 1).request(order);
        approve(order.id());
        await().atMost(SOON).until(() -> state(order.id()).equals("SUBMITTED"));
        String transaction = file(order.id()).get("transactionId").asString();
        bank.stop();
        bank.network().fail();
        bank.start();

        awaitSettled(order.id());
        requireOnlyAttempt(order, transaction);
        assertThat(bank.network().ledger().supplyRecords()).isEqualTo(before + 1);
    }

    private static void requireOnlyAttempt(SupplyRequestOrder order, String transaction) {
        assertThat(file(order.id()).get("transactionId").asString()).isEqualTo(transaction);
        assertThat(file(order.id()).get("attempts").asInt()).isEqualTo(1);
    }

    /// Not while it is under way, not after it settled; the auditor is shown what it hides, and the same after a
    /// restart, when the same issue is sent.
    @Test
    void keepsNoOpeningInTheDatabase() throws SQLException {
        hide(PrivacyModel.CONFIDENTIAL, AuditPolicy.ALWAYS);
        int before = bank.network().ledger().supplyRecords();
        bank.network().fail(Fault.ENDORSER_AWAY);
        SupplyRequestOrder order = withdrawal(9_100);
        bank.as(NodeRole.BANK, 1).request(order);
        approve(order.id());
        HiddenOpening shown = shownOf(order);
        List<String> secrets = Stream.of(shown.ownerBlinding(), shown.valueBlinding())
                .map(Scalar::toBytes)
                .flatMap(bytes -> Stream.of(bytes, reversed(bytes)))
                .map(HexFormat.of()::formatHex)
                .toList();

        String underWay = everythingInTheDatabase();
        assertThat(underWay)
                .as("the search sees the transaction under way")
                .contains(file(order.id()).get("transactionId").asString());
        assertThat(secrets).noneMatch(underWay::contains);
        String transaction = file(order.id()).get("transactionId").asString();
        bank.network().ledger().forgetDisclosure();
        bank.stop();
        bank.start();
        assertThat(shownOf(order).encode()).isEqualTo(shown.encode());
        bank.network().fail();

        awaitSettled(order.id());
        requireOnlyAttempt(order, transaction);
        assertThat(bank.network().ledger().supplyRecords()).isEqualTo(before + 1);
        assertThat(tokenOf(order).id().transaction().value().toHex()).isEqualTo(transaction);
        assertThat(shown.amount()).isEqualTo(Amount.of(9_100));
        assertThat(shown.enrollment()).isEqualTo(treasury.enrollment());
        String settled = everythingInTheDatabase();
        assertThat(secrets).noneMatch(settled::contains);
        // a planted leak shows
        execute("update supply_request set reason = '" + secrets.getFirst() + "' where id = decode('" + order.id()
                + "', 'hex')");
        assertThat(everythingInTheDatabase()).contains(secrets.getFirst());
        execute("update supply_request set reason = '' where id = decode('" + order.id() + "', 'hex')");
    }

    private static HiddenOpening shownOf(SupplyRequestOrder order) {
        return await().atMost(SOON)
                .until(
                        () -> bank.network().ledger().lastDisclosure(),
                        shown -> shown.isPresent()
                                && shown.get()
                                        .payment()
                                        .id()
                                        .toHex()
                                        .equals(file(order.id())
                                                .get("transactionId")
                                                .asString()))
                .map(shown -> {
                    assertThat(shown.inputs()).isEmpty();
                    assertThat(shown.outputs()).hasSize(1);
                    return shown.outputs().getFirst();
                })
                .orElseThrow();
    }

    @Test
    void issuesOnlyWhereTheTreasuryWantsIt() throws SQLException {
        hide(PrivacyModel.ANONYMOUS, AuditPolicy.NEVER);
        int before = bank.network().ledger().supplyRecords();
        SupplyRequestOrder order = withdrawal(4_000);
        var api = bank.as(NodeRole.BANK, 1);
        HiddenPayee payee = Objects.requireNonNull(order.hiddenPayee());
        HiddenPayee stolen = new HiddenPayee(address(Scalar.ofLong(5)).toHex(), payee.signature());

        assertThatThrownBy(() -> api.request(with(order, null)))
                .isInstanceOf(HttpClientErrorException.BadRequest.class);
        assertThatThrownBy(() -> api.request(with(order, stolen)))
                .isInstanceOf(HttpClientErrorException.BadRequest.class);
        assertThatThrownBy(() -> api.request(with(order, new HiddenPayee("00".repeat(64), payee.signature()))))
                .as("nobody has the enrollment id zero")
                .isInstanceOf(HttpClientErrorException.BadRequest.class);
        api.request(order);
        assertThatThrownBy(() -> api.request(with(order, stolen)))
                .isInstanceOf(HttpClientErrorException.Conflict.class);
        String shown = file(order.id()).get("digest").asString();
        execute("update supply_request set payee = decode('" + stolen.hiddenAddress() + "', 'hex') where id = decode('"
                + order.id() + "', 'hex')");
        assertThat(bank.json(approve(order.id(), 1, shown)).get("code").asString())
                .as("the token is a part of what officers are shown")
                .isEqualTo("not-as-shown");
        approve(order.id());
        await().atMost(SOON)
                .until(() ->
                        bank.get("/v1/incidents/open", bank.officer(1)).body().contains("payee-not-signed"));
        assertThat(bank.network().ledger().supplyRecords()).isEqualTo(before);

        execute("update supply_request set payee = decode('" + payee.hiddenAddress() + "', 'hex') where id = decode('"
                + order.id() + "', 'hex')");
        SupplyScenes.closeIncidents(bank);
        // officers sign the token that is to come of a request, so their signatures are of the other one
        await().atMost(SOON)
                .until(() -> bank.get("/v1/supply-requests/" + order.id(), bank.officer(1))
                        .body()
                        .contains("REQUESTED"));
        approve(order.id());
        awaitSettled(order.id());
    }

    @Test
    void refusesAThresholdWhereNobodySeesValues() {
        hide(PrivacyModel.CONFIDENTIAL, AuditPolicy.NEVER);
        long version = bank.network().ledger().configuration().version();

        var answer = bank.post(
                "/v1/configuration-changes",
                bank.officer(1),
                "{\"baseVersion\":" + version + ",\"reason\":\"test\",\"audit\":{\"policy\":\"ABOVE_THRESHOLD\"}}",
                Map.of("Idempotency-Key", "threshold-" + version));
        assertThat(bank.json(answer).get("code").asString()).isEqualTo("impossible-configuration");

        JsonNode shown = bank.json(bank.get("/v1/configuration", bank.officer(1)))
                .get("namespaces")
                .get(1);
        assertThat(shown.get("privacyModel").asString()).isEqualTo("CONFIDENTIAL");
        assertThat(shown.get("hidden").get("rangeBits").asInt()).isEqualTo(64);
    }

    // ---- the bank

    private static OwnedToken settledWithdrawal(long amount) {
        SupplyRequestOrder order = withdrawal(amount);
        bank.as(NodeRole.BANK, 1).request(order);
        approve(order.id());
        awaitSettled(order.id());
        return tokenOf(order);
    }

    /// The treasury's wallet reads the issue and its note.
    private static OwnedToken tokenOf(SupplyRequestOrder order) {
        String id = file(order.id()).get("transactionId").asString();
        CommittedOutputs outputs = CommittedOutputs.of(
                bank.network().ledger().committed(id), bank.network().ledger().height());
        var receiver = new Receiver(bank.genesis().networkId(), noteKey, treasury.enrollment()::equals);
        var note = receiver.open(bank.network().ledger().submitted(id).notes().getFirst())
                .orElseThrow();
        return receiver.accept(outputs, 0, note).orElseThrow().token();
    }

    /// Certification of an unlinkable token.
    private static OwnedToken spendable(OwnedToken token) {
        if (token.model() != PrivacyModel.UNLINKABLE) {
            return token;
        }
        List<Bytes32> reads = bank
                .network()
                .ledger()
                .committed(token.id().transaction().toHex())
                .reads()
                .stream()
                .map(read -> read.key().value())
                .toList();
        var hidden = (HiddenToken.Unlinkable) token.token();
        return token.certified(
                1,
                economy.certifiers()
                        .sign(
                                reads,
                                token.id().index(),
                                token.opening().forCertification(),
                                new BlindedToken(hidden.owner(), hidden.value())));
    }

    private static void redeem(SupplyRequestView approved, OwnedToken token) {
        SupplyRequest request = new SupplyRequest(
                Direction.REDEMPTION,
                Bytes32.fromHex(approved.id()),
                1,
                new OwnerKey(owner()),
                Amount.of(approved.amount()));
        var ledger = bank.network().ledger();
        LedgerView view = new LedgerView(
                bank.genesis().networkId(),
                CURRENCY,
                token.model().rulesVersion(),
                ledger.configuration().version(),
                ledger.height(),
                ledger.configuration().limits());
        HiddenPayment redemption = new HiddenPaymentBuilder(
                        new HiddenCurrencies(bank.genesis().networkId()), ledger.configuration(), view, bank.random())
                .redeem(
                        new HiddenPayer(
                                HiddenAddress.decode(
                                        address(treasury.enrollment()).toArray()),
                                credential()),
                        List.of(token),
                        request,
                        approved.approvals().stream()
                                .map(each -> new OfficerApproval(each.officer(), Bytes.fromHex(each.signature())))
                                .toList())
                .payment();
        new HttpApis(Patience.LIMIT, Patience.LIMIT)
                .client(EndorserApi.class, bank.network().base())
                .submit(new Submission(redemption, Optional.empty()).encode());
    }

    private static Credential credential() {
        CredentialScheme scheme = new CredentialScheme(
                economy.authority().publicKey(),
                bank.genesis().networkId().value().toArray());
        return new Credential(
                scheme,
                new CredentialIssuer(scheme, economy.authority())
                        .sign(
                                scheme.commitment(treasury.secretKey(), treasury.serialKey()),
                                treasury.enrollment(),
                                TestHiddenEconomy.EPOCH),
                treasury.secretKey(),
                treasury.serialKey(),
                treasury.enrollment(),
                TestHiddenEconomy.EPOCH);
    }

    private static SupplyRequestOrder withdrawal(long amount) {
        Bytes32 id = bank.newId();
        SupplyRequest request =
                new SupplyRequest(Direction.WITHDRAWAL, id, 1, new OwnerKey(owner()), Amount.of(amount));
        Bytes address = address(treasury.enrollment());
        Bytes signature =
                bank.treasury(1).sign(SupplyPayee.message(bank.genesis().networkId(), request, address));
        return new SupplyRequestOrder(
                "WITHDRAWAL", id.toHex(), owner().toHex(), amount, new HiddenPayee(address.toHex(), signature.toHex()));
    }

    private static Bytes address(Scalar enrollment) {
        return Bytes.of(new HiddenAddress(enrollment, noteKey.publicKey()).encode());
    }

    private static SupplyRequestOrder with(SupplyRequestOrder order, @Nullable HiddenPayee payee) {
        return new SupplyRequestOrder(order.direction(), order.id(), order.owner(), order.amount(), payee);
    }

    private static Bytes32 owner() {
        return bank.treasury(1).publicKey();
    }

    // ---- the central bank

    private static void approve(String id) {
        for (int officer = 1; officer <= 2; officer++) {
            var answer = approve(id, officer, file(id).get("digest").asString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        }
    }

    private static HttpResponse<String> approve(String id, int officer, String digest) {
        return bank.post(
                "/v1/supply-requests/" + id + "/approvals",
                bank.officer(officer),
                "{\"digest\":\"" + digest + "\",\"passphrase\":\"" + CentralBankUnderTest.passphrase(officer) + "\"}");
    }

    private static void awaitSettled(String id) {
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(state(id)).as(file(id).toString()).isEqualTo("SETTLED"));
    }

    private static String state(String id) {
        return file(id).get("state").asString();
    }

    private static JsonNode file(String id) {
        return bank.json(bank.get("/v1/supply-requests/" + id, bank.officer(1)));
    }

    /// Every row of every table as text; bytes are in hex there.
    private static String everythingInTheDatabase() throws SQLException {
        StringBuilder text = new StringBuilder();
        try (Connection database = bank.postgres().connect();
                Statement statement = database.createStatement();
                Statement rows = database.createStatement();
                ResultSet tables = statement.executeQuery(
                        "select table_name from information_schema.tables where table_schema = 'public'")) {
            while (tables.next()) {
                try (ResultSet all = rows.executeQuery("select t::text from \"" + tables.getString(1) + "\" t")) {
                    while (all.next()) {
                        text.append(all.getString(1)).append('\n');
                    }
                }
            }
        }
        return text.toString();
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }

    private static void execute(String sql) throws SQLException {
        try (Connection database = bank.postgres().connect();
                Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }
}

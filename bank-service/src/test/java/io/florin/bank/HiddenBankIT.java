package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.HiddenTokens;
import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentService;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.PaymentView;
import io.florin.crypto.Bytes;
import io.florin.crypto.bbs.BbsPublicKey;
import io.florin.crypto.bbs.BbsSignature;
import io.florin.crypto.group.Scalar;
import io.florin.doubles.login.Browser;
import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.FakeNetwork;
import io.florin.iso20022.Iban;
import io.florin.iso20022.Party;
import io.florin.iso20022.SupportedCurrency;
import io.florin.iso20022.TransferFile;
import io.florin.iso20022.TransferFileWriter;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.rules.RefusalReason;
import io.florin.runtime.api.CredentialSession;
import io.florin.testkit.Patience;
import io.florin.wallet.hidden.HiddenAccount;
import io.florin.wallet.hidden.HiddenKeys;
import io.florin.wallet.hidden.HiddenPayer;
import io.florin.wallet.hidden.Receiver;
import io.florin.wallet.keys.WalletSeed;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// Two banks in a network where nobody sees who pays whom how much, nor which tokens: the same API and the same sums as
/// in the clear, with real proofs and certifiers.
@Order(1)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HiddenBankIT {

    private static final Duration PATIENCE = Patience.LIMIT;

    private FakeNetwork network;
    private BankUnderTest bank;
    private BankUnderTest other;

    @BeforeAll
    void start(@TempDir Path directory) {
        network = new FakeNetwork(directory.resolve("network"), PrivacyModel.UNLINKABLE);
        other = new BankUnderTest(network, 2, directory.resolve("bank-2"), "--florin.bank.closing.idle-max=3s");
        bank = new BankUnderTest(
                network,
                1,
                directory.resolve("bank-1"),
                "--florin.endpoints.banks[0].id=2",
                "--florin.endpoints.banks[0].internal=" + other.internal());
    }

    @AfterAll
    void stop() {
        bank.close();
        other.close();
        network.close();
    }

    private static long number(JsonNode wallet) {
        return wallet.path("number").asLong();
    }

    private static String iban(JsonNode wallet) {
        return wallet.path("iban").asString();
    }

    private static String id(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        return answer.json().path("id").asString();
    }

    private void settled(Answer answer) {
        bank.awaitState("/v1/payments/" + id(answer), "SETTLED");
    }

    private static long total(BankUnderTest of, JsonNode wallet) {
        return of.balance(number(wallet)).path("total").asLong();
    }

    private static void awaitTotal(BankUnderTest of, JsonNode wallet, long amount) {
        Awaitility.await().atMost(PATIENCE).until(() -> total(of, wallet) == amount);
    }

    /// Money comes from the central bank, is cut, changes hands between banks and within one, and the last of it is
    /// spent.
    @Test
    void paysBetweenCustomersOfTwoBanks() {
        JsonNode anna = bank.openWallet("Anna Hidden", 3);
        JsonNode bert = other.openWallet("Bert Hidden", 3);
        JsonNode carl = bank.openWallet("Carl Hidden", 3);
        assertThat(anna.path("address").asString()).startsWith("flh1");
        bank.fund(anna, 100_00);
        settled(bank.pay(number(anna), iban(bert), 30_00, "hidden-1"));
        awaitTotal(other, bert, 30_00);
        settled(bank.pay(number(anna), iban(carl), 70_00, "hidden-2"));
        awaitTotal(bank, carl, 70_00);
        assertThat(total(bank, anna)).isZero();
        String entries = other.get("/v1/wallets/" + number(bert) + "/entries").body();
        assertThat(entries).contains("\"amount\":3000", "for tests", "E2E-1", iban(anna));
        assertThat(bank.get("/v1/wallets/" + number(anna) + "/entries").body())
                .contains("\"amount\":10000", "\"amount\":-3000", "\"amount\":-7000");
        assertThat(network.ledger().disclosed()).isNotEmpty();
        Answer tooMuch = bank.pay(number(anna), iban(bert), 1, "hidden-3");
        assertThat(tooMuch.body()).contains("insufficient-funds");
    }

    /// Seventeen people are paid by two transactions, for which one token is cut first; meanwhile a new epoch begins,
    /// and one certifier lies. Each payment is an entry of its own on both sides, and has a status of its own.
    @Test
    void paysAPayrollByFewTransactionsWhileCredentialsChange() {
        JsonNode firm = bank.openWallet("Firm Hidden", 3);
        List<JsonNode> people = List.of(bank.openWallet("Bert Wage", 3), bank.openWallet("Carl Wage", 3));
        bank.fund(firm, 1_000_00);
        network.certifiers().get(0).lies(true);
        List<TransferFile.Transfer> wages = new ArrayList<>();
        for (int i = 1; i <= 17; i++) {
            wages.add(new TransferFile.Transfer(
                    "WAGE-" + i,
                    Optional.empty(),
                    i * 100L,
                    party("Payee", iban(people.get(i % 2))),
                    Optional.of("Wage " + i)));
        }
        Answer upload = bank.send(bank.request("/v1/payment-files")
                .header("Content-Type", "application/xml")
                .POST(HttpRequest.BodyPublishers.ofByteArray(payroll(firm, wages)))
                .build());
        String file = upload.json().path("id").asString();
        network.credentials().nextEpoch();
        String path = "/v1/payment-files/" + file;
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() ->
                        bank.get(path).json().path("states").path("SETTLED").asInt() == 17);
        network.certifiers().get(0).lies(false);
        List<PaymentView> payments = bank.bean(PaymentService.class).ofFile(UUID.fromString(file));
        Set<String> transactions =
                payments.stream().map(PaymentView::transactionId).collect(Collectors.toSet());
        assertThat(transactions).hasSize(2);
        assertThat(transactions.stream()
                        .mapToInt(id -> bank.bean(PaymentService.class)
                                .byTransaction(id)
                                .size()))
                .containsExactlyInAnyOrder(15, 2);
        String report = bank.get(path + "/status-report").body();
        assertThat(report.split("<TxSts>ACSC</TxSts>", -1)).hasSize(18);
        awaitTotal(bank, people.get(0), 72_00);
        awaitTotal(bank, people.get(1), 81_00);
        assertThat(total(bank, firm)).isEqualTo(1_000_00 - 153_00);
        assertThat(bank.balance(number(firm)).path("locked").asLong()).isZero();
        List<Long> debits =
                LongStream.rangeClosed(1, 17).map(i -> -i * 100).boxed().toList();
        assertThat(amounts(bank, firm)).hasSize(18).contains(1_000_00L).containsAll(debits);
        List<Long> credits = new ArrayList<>(amounts(bank, people.get(0)));
        credits.addAll(amounts(bank, people.get(1)));
        assertThat(credits)
                .containsExactlyInAnyOrderElementsOf(
                        debits.stream().map(amount -> -amount).toList());
        assertThat(bank.get("/v1/wallets/" + number(people.get(1)) + "/entries?limit=100")
                        .body())
                .contains("\"remittance\":\"Wage 17\"", "\"endToEndId\":\"WAGE-1\"");
    }

    private static List<Long> amounts(BankUnderTest of, JsonNode wallet) {
        List<Long> amounts = new ArrayList<>();
        of.get("/v1/wallets/" + number(wallet) + "/entries?limit=100")
                .json()
                .path("entries")
                .forEach(entry -> amounts.add(entry.path("amount").asLong()));
        return amounts;
    }

    private static Party party(String name, String iban) {
        return new Party(Optional.of(name), Optional.of(new Iban(iban)), Optional.empty(), Optional.empty());
    }

    private static byte[] payroll(JsonNode payer, List<TransferFile.Transfer> wages) {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        var batch = new TransferFile.TransferBatch("WAGES", party("Firm", iban(payer)), today, wages);
        return new TransferFileWriter()
                .write(new TransferFile(
                        "WAGES",
                        OffsetDateTime.now(ZoneOffset.UTC).withNano(0),
                        "Firm",
                        new SupportedCurrency("FLN", 2),
                        List.of(batch)));
    }

    /// The auditor refuses the transaction of four payments, then the one that cuts a token for each: all are made,
    /// each on its own.
    @Test
    void oneRefusedPaymentTakesNoOtherWithIt() {
        JsonNode firm = bank.openWallet("Firm Refused", 3);
        JsonNode bert = bank.openWallet("Bert Refused", 3);
        bank.fund(firm, 100_00);
        long before = transactions();
        network.ledger().failAuditsNext(2, 422);
        List<PaymentOrder> orders = new ArrayList<>();
        for (long amount : new long[] {10_00, 20_00, 30_00, 40_00}) {
            orders.add(new PaymentOrder(
                    number(firm),
                    PayTo.parse(bert.path("address").asString()),
                    "Bert",
                    iban(bert),
                    Amount.of(amount),
                    "E2E",
                    "",
                    "",
                    PaymentOrder.Purpose.PAYMENT,
                    null,
                    null));
        }
        List<UUID> ids = bank.bean(PaymentService.class).acceptAll(orders, "").stream()
                .map(answer ->
                        ((PaymentService.Acceptance.Accepted) answer).payment().id())
                .toList();
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> ids.stream().allMatch(payment -> state(payment).isFinal()));
        PaymentService service = bank.bean(PaymentService.class);
        assertThat(ids.stream().map(this::state)).containsOnly(PaymentState.SETTLED);
        assertThat(ids.stream()
                        .map(payment -> service.payment(payment).orElseThrow().transactionId())
                        .distinct())
                .hasSize(4);
        assertThat(transactions() - before)
                .as("one for all, twice one that cuts, and one for each: nothing is cut twice")
                .isEqualTo(1 + 2 + 4);
        awaitTotal(bank, bert, 100_00);
    }

    private long transactions() {
        return bank.bean(JdbcClient.class)
                .sql("select count(*) from outgoing")
                .query(Long.class)
                .single();
    }

    private PaymentState state(UUID payment) {
        return bank.bean(PaymentService.class).payment(payment).orElseThrow().state();
    }

    /// What the other bank answers to somebody who has the keys of one wallet.
    private int asHolder(long wallet, String path) {
        String token = network.issuer().holderToken(other.participant(), "holder", wallet);
        return other.send(HttpRequest.newBuilder(other.uri(path))
                        .header("Authorization", "Bearer " + token)
                        .build())
                .status();
    }

    /// A holder of keys gets its credential through the bank, which learns where to pay it and nothing that could
    /// spend.
    @Test
    void aHolderOfKeysIsPaidUnderItsAccountNumber() {
        byte[] bytes = new byte[WalletSeed.SIZE];
        Arrays.fill(bytes, (byte) 9);
        WalletSeed seed = WalletSeed.of(bytes);
        NetworkId id = network.ledger().network();
        JsonNode anna = bank.openWallet("Anna Payer", 3);
        JsonNode bert = other.openWallet("Bert Payer", 3);
        bank.fund(anna, 50_00);
        other.fund(bert, 50_00);
        JsonNode wallet = other.openSelfHeldWallet("Holder Hidden", 3, seed);
        String path = "/v1/wallets/" + number(wallet) + "/credential";
        assertThat(bank.pay(number(anna), iban(wallet), 1_00, "holder-1").body())
                .contains("account-not-payable");
        assertThat(other.get(path).body()).contains("no-credential");
        assertThat(asHolder(number(wallet), path)).isEqualTo(422);
        assertThat(asHolder(number(bert), path)).isEqualTo(403);
        assertThat(asHolder(number(wallet), "/v1/wallets/" + number(bert) + "/credential"))
                .isEqualTo(403);
        assertThat(asHolder(number(wallet), "/v1/payments")).isEqualTo(403);
        // the wallet asks under which id it is enrolled before it asks for the credential
        assertThat(asHolder(number(wallet), "/v1/wallets/" + number(wallet))).isEqualTo(200);
        assertThat(asHolder(number(wallet), "/v1/wallets/" + number(bert))).isEqualTo(403);
        assertThat(asHolder(number(wallet), "/v1/wallets/" + number(wallet) + "/balance"))
                .isEqualTo(403);

        HiddenKeys keys = HiddenKeys.of(seed, id, 0);
        CredentialSession session =
                new CredentialSession(id, key(), wallet.path("enrollmentId").asString());
        Bytes request = keys.request(session, new SecureRandom());
        Map<String, String> form = Map.of(
                "request", request.toHex(),
                "ownerSignature",
                        seed.ownerKey(id, 0).sign(session.message(request)).toHex());
        Map<String, String> forged = Map.of(
                "request", request.toHex(),
                "ownerSignature",
                        seed.ownerKey(id, 1).sign(session.message(request)).toHex());
        assertThat(other.post(path, forged).body()).contains("bad-proof-of-possession");
        assertThat(other.post("/v1/wallets/" + number(bert) + "/credential", form)
                        .body())
                .contains("custodial-wallet");
        JsonNode issued = other.post(path, form).json();
        assertThat(other.post(path, form).json().path("eid")).isEqualTo(issued.path("eid"));
        HiddenAccount account = keys.account(scalar(issued, "eid"), scalar(issued, "serialPart"));
        HiddenPayer first = payer(account, issued);
        String address = other.get("/v1/wallets/" + number(wallet))
                .json()
                .path("address")
                .asString();
        assertThat(address).isEqualTo(account.address().toText());

        settled(bank.pay(number(anna), iban(wallet), 30_00, "holder-2"));
        other.awaitState("/v1/payments/" + id(other.pay(number(bert), iban(wallet), 20_00, "holder-3")), "SETTLED");
        Receiver receiver = new Receiver(id, keys.noteKey(), account.eid()::equals);
        assertThat(network.ledger().notes(0, 10_000).notes().stream()
                        .flatMap(note ->
                                receiver.open(Bytes.of(Base64.getDecoder().decode(note.note()))).stream())
                        .map(note -> note.opening().amount().minorUnits()))
                .containsExactlyInAnyOrder(30_00L, 20_00L);

        assertRenewalEndsWithASuspension(wallet, path, account, first);
    }

    private void assertRenewalEndsWithASuspension(
            JsonNode wallet, String path, HiddenAccount account, HiddenPayer first) {
        network.credentials().nextEpoch();
        HiddenPayer next = payer(account, other.get(path).json());
        assertThat(next.epoch()).isEqualTo(first.epoch() + 1);
        network.registration().suspend(2, "wallet-" + number(wallet));
        other.awaitState("/v1/wallets/" + number(wallet), "SUSPENDED");
        assertThat(other.get(path).body()).contains("wallet-not-enrolled");
        assertThat(other.bean(JdbcClient.class)
                        .sql("select count(*) from hidden_account where wallet = ?")
                        .param(number(wallet))
                        .query(Long.class)
                        .single())
                .isZero();
    }

    /// What it was given can be spent.
    private void awaitCertified(JsonNode wallet) {
        HiddenTokens tokens = bank.bean(HiddenTokens.class);
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> !tokens.available(number(wallet)).isEmpty());
    }

    private BbsPublicKey key() {
        return BbsPublicKey.decode(network.ledger()
                .configuration()
                .namespace(new NamespaceId(1))
                .flatMap(Namespace::hidden)
                .orElseThrow()
                .credentialKey()
                .toArray());
    }

    /// @throws IllegalArgumentException if the signature is not one of the account
    private HiddenPayer payer(HiddenAccount account, JsonNode signed) {
        return HiddenPayer.of(
                account,
                CredentialSession.scheme(network.ledger().network(), key()),
                signed.path("epoch").asLong(),
                BbsSignature.decode(
                        HexFormat.of().parseHex(signed.path("signature").asString())));
    }

    private static Scalar scalar(JsonNode answer, String field) {
        return Scalar.ofCanonical(HexFormat.of().parseHex(answer.path(field).asString()));
    }

    @Test
    void redemptionTakesTokensOutOfCirculation() {
        bank.withdraw(500_00);
        long before = bank.balance(0).path("total").asLong();
        Answer answer = bank.post("/v1/supply-orders", Map.of("direction", "REDEMPTION", "amount", 123_00));
        bank.awaitState("/v1/supply-orders/" + id(answer), "SETTLED");
        assertThat(bank.balance(0).path("total").asLong()).isEqualTo(before - 123_00);
    }

    /// As an endorser's refusal would: no waiting mends what is out of date, and only another transaction can settle.
    @Test
    void aRedemptionThatTheAuditorFindsOutOfDateIsMadeAnew() {
        bank.withdraw(200_00);
        network.ledger().failAuditsNext(Integer.MAX_VALUE, 422, RefusalReason.CREDENTIAL_EPOCH_PASSED.code());
        String order = "/v1/supply-orders/"
                + id(bank.post("/v1/supply-orders", Map.of("direction", "REDEMPTION", "amount", 45_00)));
        Set<String> made = new HashSet<>();
        Awaitility.await().atMost(PATIENCE).until(() -> {
            made.add(bank.get(order).json().path("transactionId").asString());
            made.remove("");
            return made.size() > 1;
        });

        network.ledger().failAuditsNext(0, 422);
        bank.awaitState(order, "SETTLED");
    }

    /// Stopped while payments are everywhere on their way: each ends once, and what was proven is sent again as it was.
    @Test
    void restartsLoseAndDoubleNothing() {
        JsonNode anna = bank.openWallet("Anna Restart", 3);
        JsonNode bert = bank.openWallet("Bert Restart", 3);
        bank.fund(anna, 50_00);
        network.ledger().runs(false);
        String first = id(bank.pay(number(anna), iban(bert), 20_00, "restart-1"));
        Awaitility.await().atMost(PATIENCE).until(() -> network.ledger().pending() == 1);
        String transaction =
                bank.get("/v1/payments/" + first).json().path("transactionId").asString();
        bank.stop();
        network.ledger().runs(true);
        bank.start();
        JsonNode settled = bank.awaitState("/v1/payments/" + first, "SETTLED");
        assertThat(settled.path("transactionId").asString()).isEqualTo(transaction);
        settled(bank.pay(number(anna), iban(bert), 30_00, "restart-2"));
        awaitTotal(bank, bert, 50_00);
        assertThat(total(bank, anna)).isZero();
    }

    @Test
    void whoIsSuspendedPaysNothingInTheNextEpoch() {
        JsonNode anna = bank.openWallet("Anna Suspended", 3);
        network.registration().suspend(1, "wallet-" + number(anna));
        bank.awaitState("/v1/wallets/" + number(anna), "SUSPENDED");
        network.credentials().nextEpoch();
        HiddenBook book = bank.bean(HiddenBook.class);
        Awaitility.await().atMost(PATIENCE).until(() -> book.payer(number(anna)).isEmpty());
        assertThat(book.payer(0)).isPresent();
    }

    @Test
    void itsBankLimitsAndStopsACustodialWalletAtOnce() {
        JsonNode rich = bank.openWallet("Rhea Rich", 3);
        bank.fund(rich, CustodialLimits.NEEDED);
        CustodialLimits.assertKept(network, bank, rich);
    }

    /// Its change is not certified yet, so nothing of it is signed when it is suspended, in the same epoch.
    @Test
    void whatASuspendedWalletPromisedIsNotPaid() {
        JsonNode anna = bank.openWallet("Anna PrivacyClaims", 3);
        JsonNode bert = bank.openWallet("Bert Promised", 3);
        bank.fund(anna, 50_00);
        awaitCertified(anna);
        network.certifiers().forEach(certifier -> certifier.isSilent(true));
        settled(bank.pay(number(anna), iban(bert), 20_00, "promise-1"));
        awaitTotal(bank, anna, 30_00);
        String promised = id(bank.pay(number(anna), iban(bert), 10_00, "promise-2"));
        network.registration().suspend(1, "wallet-" + number(anna));
        JsonNode ended = bank.awaitState("/v1/payments/" + promised, "REJECTED");
        network.certifiers().forEach(certifier -> certifier.isSilent(false));
        assertThat(ended.path("reason").asString()).isEqualTo("owner-suspended");
        assertThat(ended.path("transactionId").asString()).isEmpty();
        assertThat(total(bank, anna)).isEqualTo(30_00);
    }

    /// Its change is never certified, so the second payment cannot be made: it ends, and its money can be paid again
    /// once certifiers are back. What the auditor has not approved was never sent and ends as well.
    @Test
    void whatCannotBeMadeInTimeIsRejectedAndItsMoneyIsFree() {
        JsonNode anna = bank.openWallet("Anna Waits", 3);
        JsonNode bert = bank.openWallet("Bert Waits", 3);
        bank.fund(anna, 50_00);
        awaitCertified(anna);
        network.certifiers().forEach(certifier -> certifier.isSilent(true));
        settled(bank.pay(number(anna), iban(bert), 20_00, "wait-1"));
        awaitTotal(bank, anna, 30_00);
        String waiting = id(bank.pay(number(anna), iban(bert), 10_00, "wait-2"));
        makeOlder(waiting);
        JsonNode late = bank.awaitState("/v1/payments/" + waiting, "REJECTED");
        assertThat(late.path("reason").asString()).isEqualTo("not-sent-in-time");
        assertThat(late.path("transactionId").asString()).isEmpty();
        assertThat(bank.balance(number(anna)).path("available").asLong()).isEqualTo(30_00);

        network.certifiers().forEach(certifier -> certifier.isSilent(false));
        network.ledger().failAuditsNext(Integer.MAX_VALUE, 503);
        String unsent = id(bank.pay(number(anna), iban(bert), 10_00, "wait-3"));
        bank.awaitState("/v1/payments/" + unsent, "SUBMITTED");
        makeOlder(unsent);
        late = bank.awaitState("/v1/payments/" + unsent, "REJECTED");
        assertThat(late.path("reason").asString()).isEqualTo("not-sent-in-time");
        network.ledger().failAuditsNext(0, 503);
        settled(bank.pay(number(anna), iban(bert), 30_00, "wait-4"));
        awaitTotal(bank, bert, 50_00);
        assertThat(total(bank, anna)).isZero();
    }

    /// Where nobody sees payees, who has kept the address pays a closed wallet all the same: the money is booked and
    /// told. What a self-held wallet holds its holder alone knows.
    @Test
    void moneyForAClosedWalletIsBookedAndTold() {
        byte[] seed = new byte[WalletSeed.SIZE];
        Arrays.fill(seed, (byte) 8);
        JsonNode anna = other.openWallet("Anna Closed", 3);
        JsonNode carl = bank.openWallet("Carl Remembers", 3);
        JsonNode dora = other.openSelfHeldWallet("Dora Holds", 3, WalletSeed.of(seed));
        String close = "/v1/wallets/%d/closing";
        try (Browser clerk = other.browser("carla", "bank-2", "bank-clerk")) {
            assertThat(clerk.get("/console/wallets/" + number(dora)).body()).contains("is lost to its holder");
            assertThat(clerk.get("/console/wallets/" + number(anna)).body()).doesNotContain("is lost to its holder");
        }
        assertThat(other.post(close.formatted(number(dora)), Map.of()).body()).contains("balance-not-known");
        assertThat(other.post(close.formatted(number(dora)), Map.of("emptyByHolder", true))
                        .status())
                .isEqualTo(202);
        assertThat(other.post(close.formatted(number(anna)), Map.of()).status()).isEqualTo(202);
        for (JsonNode closed : List.of(anna, dora)) {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() ->
                            other.get("/v1/wallets/" + number(closed)).body().contains("CLOSED"));
        }
        bank.fund(carl, 20_00);
        Answer late = bank.pay(number(carl), anna.path("address").asString(), 20_00, "closed-1");
        bank.awaitState("/v1/payments/" + id(late), "SETTLED");
        awaitTotal(other, anna, 20_00);
        assertThat(other.metrics()).containsPattern("florin_bank_closings_closed_money\\{.*} 1.0");
        assertThat(other.pay(number(anna), carl.path("address").asString(), 20_00, "closed-2")
                        .body())
                .contains("wallet-not-enrolled");
    }

    @Test
    void whoLosesTheDatabaseFindsTheMoneyAgain() {
        LostDatabase.assertRebuilt(network, bank);
    }

    /// As if it had been accepted, and signed, two hours before.
    private void makeOlder(String payment) {
        bank.bean(JdbcClient.class).sql("""
            update payment set accepted_at = accepted_at - interval '2 hours', plan_after = plan_after - interval '2 hours',
                prepared_at = prepared_at - interval '2 hours', submitted_at = submitted_at - interval '2 hours'
            where id = ?
            """).param(UUID.fromString(payment)).update();
    }

    /// Neither openings nor registration's part of the key of serial numbers can be read in the database.
    @Test
    void theDatabaseHoldsNoOpening() {
        bank.withdraw(10_00);
        JdbcClient jdbc = bank.bean(JdbcClient.class);
        byte[] eid = jdbc.sql("select eid from hidden_account where wallet = 0")
                .query((row, _) -> row.getBytes("eid"))
                .single();
        List<byte[]> openings = jdbc.sql("select opening from token where wallet = 0")
                .query((row, _) -> row.getBytes("opening"))
                .list();
        assertThat(openings).isNotEmpty();
        assertThat(openings)
                .noneMatch(opening ->
                        Bytes.of(opening).toHex().contains(Bytes.of(eid).toHex()));
    }
}

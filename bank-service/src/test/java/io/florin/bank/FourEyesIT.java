package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.approvals.FourEyes;
import io.florin.doubles.login.Browser;
import io.florin.doubles.login.SeenForms;
import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.FakeNetwork;
import io.florin.fakenet.TestBed;
import io.florin.iso20022.Iban;
import io.florin.iso20022.Party;
import io.florin.iso20022.SupportedCurrency;
import io.florin.iso20022.TransferFile;
import io.florin.iso20022.TransferFileWriter;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.http.server.PathContainer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.pattern.PathPatternParser;
import tools.jackson.databind.JsonNode;

/// The rule of four eyes over everything that the bank can be asked to do: what moves money, and what does not, stands
/// here by name, and nothing else is there.
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FourEyesIT {

    /// More than a clerk may order alone.
    private static final String LARGE = "1000.01";

    /// More than a program may.
    private static final long TOO_MUCH = TestBed.PROGRAMS_ABOVE + 1;

    /// Answers of each order.
    private static final String BATCHES = "/v1/payments/batches";

    /// Forms and calls that move money.
    private static final Set<String> MOVE_MONEY = Set.of(
            "/console/payments",
            "/console/wallets/{number}/funding",
            "/console/wallets/{number}/defunding",
            "/console/reserves/orders",
            "/console/files",
            "/v1/payments",
            BATCHES,
            "/v1/customers/{customer}/deposit",
            "/v1/wallets/{wallet}/fundings",
            "/v1/wallets/{wallet}/defundings",
            "/v1/payment-files",
            "/v1/supply-orders");

    /// The second person's own.
    private static final Set<String> DECIDE = Set.of(
            "/console/approvals/{id}/approval",
            "/console/approvals/{id}/refusal",
            "/console/approvals/files/{id}/approval",
            "/console/approvals/files/{id}/refusal");

    /// Never for one person, whatever the amount, and one that only keeps: shown by the tests of held credits.
    private static final Set<String> HELD_CREDITS = Set.of(
            "/console/held-credits/{id}/release",
            "/console/held-credits/{id}/keep",
            "/v1/held-credits/{id}/release",
            "/v1/held-credits/{id}/keep");

    /// No money moves, and limits are not the bank's: registration's officers grant the tier of a wallet. Of a wallet
    /// that is closed none can move: only an empty one is.
    private static final Set<String> NO_MONEY = Set.of(
            "/console/customers",
            "/console/customers/{id}/wallets",
            "/v1/customers",
            "/v1/customers/{id}/wallets",
            "/v1/customers/{id}/self-held-wallets",
            "/v1/self-held-references",
            "/v1/wallets/{number}/holder",
            "/v1/wallets/{number}/credential",
            "/v1/wallets/{number}/closing",
            "/console/wallets/{number}/closing",
            "/console/payments/{id}/cancellation",
            "/console/files/{id}/cancellation",
            "/v1/payments/{id}/cancellation",
            "/v1/payment-files/{id}/cancellation",
            "/console/reserves/orders/{id}/cancellation",
            "/v1/supply-orders/{id}/cancellation");

    /// Parts of a person's limit, which registration has granted and whose sum it guards; programs alone may ask for
    /// it, no form does.
    private static final Set<String> SHARE_LIMITS = Set.of("/v1/wallets/{number}/holding-share");

    private FakeNetwork network;
    private BankUnderTest bank;
    private JsonNode anna;
    private JsonNode bert;
    private Browser clerk;
    private Browser approver;
    private Browser operator;

    @BeforeAll
    void start(TestBed.Banks banks) {
        network = banks.network();
        bank = banks.bank();
        anna = bank.openWallet("Anna Four Eyes", 3);
        bert = bank.openWallet("Bert Four Eyes", 3);
        bank.fund(anna, 5_000_00);
        bank.post("/v1/customers/" + anna.path("customer").asString() + "/deposit", Map.of("amount", 5_000_00));
        clerk = bank.browser("carla", "bank-1", "bank-clerk");
        approver = bank.browser("adam", "bank-1", "bank-approver");
        operator = bank.browser("olga", "bank-1", "operator");
    }

    @AfterAll
    void stop() {
        clerk.close();
        approver.close();
        operator.close();
    }

    /// Whoever adds one says here what it is, and if it moves money shows below that it asks.
    @Test
    void everythingThatCanBeAskedForIsKnown() {
        Set<String> found = new TreeSet<>();
        bank.bean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .forEach((mapping, _) -> {
                    Set<RequestMethod> methods = mapping.getMethodsCondition().getMethods();
                    if (!methods.equals(Set.of(RequestMethod.GET))) {
                        found.addAll(mapping.getPatternValues());
                    }
                });
        found.removeIf(path -> !path.startsWith("/v1") && !path.startsWith("/console"));
        Set<String> known = new TreeSet<>(MOVE_MONEY);
        known.addAll(DECIDE);
        known.addAll(HELD_CREDITS);
        known.addAll(NO_MONEY);
        known.addAll(SHARE_LIMITS);
        assertThat(found).isEqualTo(known);
    }

    private static Party party(JsonNode wallet) {
        return new Party(
                Optional.of("Somebody"),
                Optional.of(new Iban(wallet.path("iban").asString())),
                Optional.empty(),
                Optional.empty());
    }

    private byte[] file(String id, long amount) {
        return file(id, amount, 0);
    }

    private byte[] file(String id, long amount, int days) {
        var transfer = new TransferFile.Transfer("EYES-1", Optional.empty(), amount, party(bert), Optional.empty());
        return new TransferFileWriter()
                .write(new TransferFile(
                        id,
                        OffsetDateTime.now(ZoneOffset.UTC).withNano(0),
                        "Anna",
                        new SupportedCurrency("FLN", 2),
                        List.of(new TransferFile.TransferBatch(
                                id, party(anna), LocalDate.now(ZoneOffset.UTC).plusDays(days), List.of(transfer)))));
    }

    private long count(String table) {
        return bank.bean(JdbcClient.class)
                .sql("select count(*) from " + table)
                .query(Long.class)
                .single();
    }

    private List<Long> moved() {
        return List.of(count("payment"), count("supply_order"), count("deposit_entry"), count("payment_file"));
    }

    private long waiting() {
        return bank.bean(JdbcClient.class)
                .sql("select (select count(*) from payment_draft where state = 'WAITING')"
                        + " + (select count(*) from payment_file_draft where state = 'WAITING')")
                .query(Long.class)
                .single();
    }

    /// Each form of a clerk, with more than one person may order: nothing moves, and one more order waits.
    @Test
    void noClerkMovesMuchMoneyAlone() {
        String wallet = "/console/wallets/" + anna.path("number").asLong();
        Map<String, Runnable> forms = new LinkedHashMap<>();
        forms.put(
                "/console/payments",
                () -> held(clerk.submit(
                        "/console/payments/new",
                        "/console/payments",
                        Map.of(
                                "wallet",
                                anna.path("number").asString(),
                                "payeeName",
                                "Bert",
                                "payeeAccount",
                                bert.path("iban").asString(),
                                "amount",
                                LARGE,
                                "endToEndId",
                                "EYES",
                                "remittance",
                                ""))));
        forms.put(
                "/console/wallets/{number}/funding",
                () -> held(clerk.submit(wallet, wallet + "/funding", Map.of("amount", LARGE, "key", "eyes-in"))));
        forms.put(
                "/console/wallets/{number}/defunding",
                () -> held(clerk.submit(wallet, wallet + "/defunding", Map.of("amount", LARGE, "key", "eyes-out"))));
        forms.put(
                "/console/reserves/orders",
                () -> held(clerk.submit(
                        "/console/reserves",
                        "/console/reserves/orders",
                        Map.of("direction", "WITHDRAWAL", "amount", LARGE))));
        forms.put(
                "/console/files",
                () -> held(clerk.upload("/console/files", "/console/files", file("EYES-FILE", 1_000_01))));
        assertThat(forms.keySet()).isEqualTo(moving("/console"));

        forms.forEach((path, form) -> {
            List<Long> before = moved();
            long waiting = waiting();
            form.run();
            assertThat(moved()).as(path).isEqualTo(before);
            assertThat(waiting()).as(path).isEqualTo(waiting + 1);
        });
        assertThat(approver.get("/console/approvals").body()).contains("DEFUNDING", "FUNDING", "WITHDRAWAL", "Approve");
        assertThat(clerk.get("/console/approvals").body()).doesNotContain("Approve</button>");
    }

    private static void held(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(302);
    }

    /// An order that waits is done once somebody else approves it.
    @Test
    void whatASecondPersonApprovesIsDone() {
        String wallet = "/console/wallets/" + anna.path("number").asLong();
        held(clerk.submit(wallet, wallet + "/defunding", Map.of("amount", "1234.56", "key", "eyes-approved")));
        String row = approver.get("/console/approvals")
                .body()
                .replaceAll("(?s).*(<tr>(?:(?!</tr>).)*1,?234\\.56.*?</tr>).*", "$1");
        String id = row.replaceAll("(?s).*/console/approvals/([0-9a-f-]{36})/approval.*", "$1");
        String path = "/console/approvals/" + id + "/approval";
        try (Browser both = bank.browser("carla", "bank-1", "bank-approver")) {
            assertThat(both.get("/console/approvals").body()).doesNotContain(path);
            assertThat(both.submit("/console/approvals", path, Map.of()).body())
                    .contains("who entered a payment does not approve it");
        }
        HttpResponse<String> approved = approver.submit("/console/approvals", path, Map.of());
        held(approved);
        String payment = approved.headers().firstValue("Location").orElseThrow();
        bank.awaitState("/v1/payments/" + payment.substring(payment.lastIndexOf('/') + 1), "SETTLED");
    }

    /// Each call of a program that moves money, with more than the bank of these tests lets programs order.
    @Test
    void programsAskTheSameRule() {
        assertThat(bank.bean(FourEyes.class).needsSecondPerson(1_000_00)).isFalse();
        assertThat(bank.bean(FourEyes.class).needsSecondPerson(1_000_01)).isTrue();
        Map<String, Object> amount = Map.of("amount", TOO_MUCH);
        String wallet = "/v1/wallets/" + anna.path("number").asLong();
        List<Long> before = moved();
        Map<String, BankUnderTest.Answer> answers = Map.of(
                "/v1/payments",
                bank.pay(anna.path("number").asLong(), bert.path("iban").asString(), TOO_MUCH, "eyes-pay"),
                BATCHES,
                bank.post(
                        BATCHES,
                        Map.of(
                                "orders",
                                List.of(BankUnderTest.payment(
                                        anna.path("number").asLong(),
                                        bert.path("iban").asString(),
                                        TOO_MUCH)))),
                "/v1/customers/{customer}/deposit",
                bank.post("/v1/customers/" + anna.path("customer").asString() + "/deposit", amount),
                "/v1/wallets/{wallet}/fundings",
                bank.post(wallet + "/fundings", amount),
                "/v1/wallets/{wallet}/defundings",
                bank.post(wallet + "/defundings", amount),
                "/v1/supply-orders",
                bank.post("/v1/supply-orders", Map.of("direction", "WITHDRAWAL", "amount", TOO_MUCH)),
                "/v1/payment-files",
                bank.send(bank.request("/v1/payment-files")
                        .header("Content-Type", "application/xml")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(file("EYES-API", TOO_MUCH)))
                        .build()));
        assertThat(answers.keySet()).isEqualTo(moving("/v1"));
        answers.forEach((path, answer) -> {
            boolean batch = path.equals(BATCHES);
            JsonNode refusal = batch ? answer.json().path("results").path(0) : answer.json();
            assertThat(answer.status()).as(path + answer.body()).isEqualTo(batch ? 202 : 422);
            assertThat(refusal.path("code").asString()).as(path).isEqualTo("approval-needed");
        });
        assertThat(moved()).isEqualTo(before);
    }

    private static Set<String> moving(String prefix) {
        return MOVE_MONEY.stream().filter(path -> path.startsWith(prefix)).collect(Collectors.toSet());
    }

    /// Every form of every page is sent by who sees it: it may be wrong, it is not forbidden. All forms are seen.
    @Test
    void nobodySeesAButtonThatIsForbidden() {
        List<String> pages = pagesWithEachForm();
        Set<String> seen = new TreeSet<>();
        for (Browser person : List.of(clerk, approver, operator)) {
            Set<String> actions = SeenForms.on(person, pages);
            assertThat(actions.isEmpty()).isEqualTo(person == operator);
            seen.addAll(actions);
        }
        Set<String> known = new TreeSet<>();
        Stream.of(MOVE_MONEY, DECIDE, HELD_CREDITS, NO_MONEY)
                .flatMap(Set::stream)
                .filter(path -> path.startsWith("/console"))
                .forEach(known::add);
        assertThat(known)
                .allSatisfy(path -> assertThat(seen)
                        .as("no page shows " + path)
                        .anyMatch(action -> PathPatternParser.defaultInstance
                                .parse(path)
                                .matches(PathContainer.parsePath(action))));
        assertThat(approver.get("/console/payments").body()).doesNotContain("Make a payment");
        assertThat(approver.get("/console/payments/new").statusCode()).isEqualTo(403);
        bank.jdbc()
                .sql("delete from held_credit where transaction_id = decode(repeat('00', 32), 'hex')")
                .update();
    }

    /// Among them: a payment and a file of another day, an order that officers have not signed, one order and one file
    /// that wait for the approver, and a held credit, which no other bank's payment is needed for.
    private List<String> pagesWithEachForm() {
        String wallet = "/console/wallets/" + anna.path("number").asLong();
        Map<String, Object> later =
                new HashMap<>(BankUnderTest.payment(anna.path("number").asLong(), iban(bert), 1_00));
        later.put("executionDate", LocalDate.now(ZoneOffset.UTC).plusDays(1).toString());
        String payment = id(bank.post("/v1/payments", later));
        String file = id(bank.send(bank.request("/v1/payment-files")
                .header("Content-Type", "application/xml")
                .POST(HttpRequest.BodyPublishers.ofByteArray(file("EYES-LATER", 1_00, 1)))
                .build()));
        network.centralBank().leaveNextToOfficers();
        id(bank.post("/v1/supply-orders", Map.of("direction", "WITHDRAWAL", "amount", 1_00)));
        held(clerk.submit(wallet, wallet + "/defunding", Map.of("amount", LARGE, "key", "eyes-seen")));
        held(clerk.upload("/console/files", "/console/files", file("EYES-SEEN", 1_000_02)));
        String draft =
                only("select id from payment_file_draft where state = 'WAITING' order by entered_at desc limit 1");
        String credit = heldCredit();
        return List.of(
                "/console",
                "/console/customers",
                wallet,
                wallet + "/entries",
                "/console/payments",
                "/console/payments/new",
                "/console/payments/" + payment,
                "/console/approvals",
                "/console/approvals/files/" + draft,
                "/console/files",
                "/console/files/" + file,
                "/console/held-credits",
                "/console/held-credits/" + credit,
                "/console/reserves");
    }

    /// Kept until it was screened against the list in use, which would release it at once otherwise.
    private String heldCredit() {
        String id = only("insert into held_credit (state_key, wallet, amount, transaction_id, output, block, booked_at,"
                + " custodial, state) select state_key, "
                + anna.path("number").asLong()
                + ", 1, decode(repeat('00', 32), 'hex'), 0, 1, now(), true, 'KEPT' from token t where not"
                + " exists (select 1 from held_credit h where h.state_key = t.state_key) limit 1 returning"
                + " id");
        Awaitility.await()
                .atMost(Duration.ofMinutes(3))
                .until(() -> !only("select list_version from held_credit where id = '" + id + "'")
                        .isEmpty());
        only("update held_credit set state = 'HIT' where id = '" + id + "' returning id");
        return id;
    }

    private String only(String sql) {
        return bank.jdbc().sql(sql).query(String.class).single();
    }

    private static String id(BankUnderTest.Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        return answer.json().path("id").asString();
    }

    private static String iban(JsonNode wallet) {
        return wallet.path("iban").asString();
    }
}

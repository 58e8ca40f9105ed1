package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.florin.doubles.login.Browser;
import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.FakeLedger;
import io.florin.fakenet.FakeNetwork;
import io.florin.fakenet.TestBed;
import io.florin.testkit.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// The page that shows a payment's way, over HTTP, and what the logs say meanwhile.
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PaymentTraceIT {

    private static final String PAYER = "Tracy Traceable";
    private static final String PAYEE = "Trudy Traced";
    private static final String REMITTANCE = "for the garden gnome";
    private static final Pattern STEP = Pattern.compile("<li class=\"(\\w+)\".*?</li>", Pattern.DOTALL);

    private static final Duration SOON = Patience.LIMIT;

    private FakeLedger ledger;
    private BankUnderTest bank;
    private Browser clerk;
    private JsonNode payer;
    private JsonNode payee;

    @BeforeAll
    void start(TestBed.Banks banks) {
        FakeNetwork network = banks.network();
        ledger = network.ledger();
        bank = banks.bank();
        payer = bank.openWallet(PAYER, 3);
        payee = bank.openWallet(PAYEE, 3);
        bank.fund(payer, 5_000_00);
        clerk = bank.browser("clara", "bank-1", "bank-clerk");
    }

    @AfterAll
    void stop() {
        clerk.close();
    }

    private String pay(long amount) {
        String id = accepted(amount);
        bank.awaitState("/v1/payments/" + id, "SETTLED");
        return id;
    }

    private String accepted(long amount) {
        JsonNode accepted = bank.post(
                        "/v1/payments",
                        Map.of(
                                "wallet",
                                payer.path("number").asLong(),
                                "payee",
                                Map.of(
                                        "name",
                                        PAYEE,
                                        "account",
                                        payee.path("iban").asString()),
                                "amount",
                                amount,
                                "currency",
                                "FLN",
                                "remittance",
                                REMITTANCE))
                .json();
        return accepted.path("id").asString();
    }

    /// Whoever answers in the committer's place without its key is nobody: no block of his is booked.
    @Test
    void whatTheCommitterDidNotSignIsNotBooked() {
        ledger.replaceCommitter(true);
        try {
            long height = ledger.height();
            String id = accepted(7_50);
            Awaitility.await().atMost(SOON).until(() -> ledger.height() > height);
            long asked = ledger.asked();
            Awaitility.await().atMost(SOON).until(() -> ledger.asked() > asked + 2);
            assertThat(bank.get("/v1/payments/" + id).json().path("state").asString())
                    .isNotEqualTo("SETTLED");
            ledger.replaceCommitter(false);
            bank.awaitState("/v1/payments/" + id, "SETTLED");
        } finally {
            ledger.replaceCommitter(false);
        }
    }

    private static List<String> steps(String page) {
        List<String> steps = new ArrayList<>();
        Matcher step = STEP.matcher(page);
        while (step.find()) {
            steps.add(step.group());
        }
        return steps;
    }

    @Test
    void showsTheTimesOfEveryStation() {
        String id = pay(12_50);
        JsonNode payment = bank.get("/v1/payments/" + id).json();
        String page = clerk.get("/console/payments/" + id).body();
        List<String> steps = steps(page);
        assertThat(steps).hasSize(8).allSatisfy(step -> assertThat(step).startsWith("<li class=\"done\""));
        assertThat(steps.get(0))
                .contains("payment accepted", "this bank&#39;s clock")
                .doesNotContain("since");
        assertThat(steps.get(1)).contains("client transaction signed and submitted", "ms since the time before");
        assertThat(steps.get(2)).contains("STORED", "2023-11-14 22:13:20.000 UTC", "which is of another clock");
        assertThat(steps.get(3)).contains("PUBLISHED", "+123 ms since", "clock of the endorser that tells");
        long block = payment.path("block").asLong();
        assertThat(steps.get(4))
                .contains("ordered in block " + block + " at index ", "No time is known")
                .doesNotContain("<time", "data-value");
        assertThat(steps.get(5)).contains("certified block " + block + " received", "the committer&#39;s clock");
        assertThat(steps.get(6)).contains("COMMITTED: block " + block + " complete", "+7 ms since the time before<");
        assertThat(steps.get(7)).contains("booked: the payment is settled", "which is of another clock");
        assertThat(page).contains("In the ledger", "block " + block + ", index ", "of the clock of the station");
    }

    /// Whoever reads the logs of a bank learns which requests there were, and not who paid how much to whom.
    @Test
    void theLogsNameNobodyAndNoAmount() {
        Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        Logger florin = (Logger) LoggerFactory.getLogger("io.florin");
        Level before = florin.getLevel();
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        root.addAppender(lines);
        florin.setLevel(Level.DEBUG);
        try {
            String id = pay(1_234_56);
            assertThat(clerk.get("/console/payments/" + id).statusCode()).isEqualTo(200);
            assertThat(bank.post("/v1/payments", Map.of("wallet", "none", "payee", PAYEE))
                            .status())
                    .isEqualTo(400);
        } finally {
            root.detachAppender(lines);
            florin.setLevel(before);
        }
        List<ILoggingEvent> heard = List.copyOf(lines.list);
        assertThat(heard)
                .allSatisfy(line -> assertThat(line.getFormattedMessage() + line.getMDCPropertyMap())
                        .doesNotContain(PAYER, PAYEE, REMITTANCE, "1234.56", "1,234.56")
                        .doesNotContainPattern("\\b123456\\b")
                        .doesNotContain(
                                payer.path("iban").asString(),
                                payee.path("iban").asString()));
    }
}

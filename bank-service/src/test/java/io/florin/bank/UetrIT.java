package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.fakenet.FakeNetwork;
import io.florin.fakenet.TestBed;
import io.florin.iso20022.Iban;
import io.florin.iso20022.Party;
import io.florin.iso20022.SupportedCurrency;
import io.florin.iso20022.TransferFile;
import io.florin.iso20022.TransferFileWriter;
import io.florin.iso20022.Uetr;
import io.florin.ledger.status.BlockResult;
import io.florin.runtime.api.EndorserApi.NoteEntry;
import io.florin.testkit.Patience;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/// A payment's reference from end to end: one payment, one UETR, known at both banks and to nobody between them.
@ExtendWith(TestBed.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UetrIT {

    private static final Duration PATIENCE = Patience.LIMIT;

    private FakeNetwork network;
    private BankUnderTest bank;
    private BankUnderTest other;
    private JsonNode payer;
    private JsonNode second;
    private JsonNode there;

    @BeforeAll
    void start(TestBed.Banks banks) {
        network = banks.network();
        bank = banks.bank();
        other = banks.other();
        payer = bank.openWallet("Uetr Payer", 2);
        second = bank.openWallet("Uetr Second", 2);
        there = other.openWallet("Uetr Payee", 2);
        bank.fund(payer, 100_00);
        bank.fund(second, 100_00);
    }

    private static long number(JsonNode wallet) {
        return wallet.path("number").asLong();
    }

    private static String iban(JsonNode wallet) {
        return wallet.path("iban").asString();
    }

    private Answer pay(JsonNode from, long amount, String uetr) {
        Map<String, Object> form = new HashMap<>(BankUnderTest.payment(number(from), iban(there), amount));
        form.put("uetr", uetr);
        return bank.post("/v1/payments", form);
    }

    private static void assertTaken(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.json().path("code").asString()).isEqualTo("duplicate-uetr");
    }

    private static Party party(String name, String iban) {
        return new Party(Optional.of(name), Optional.of(new Iban(iban)), Optional.empty(), Optional.empty());
    }

    private JsonNode upload(String message, List<String> uetrs) {
        List<TransferFile.Transfer> transfers = uetrs.stream()
                .map(uetr -> new TransferFile.Transfer(
                        message + "-" + uetr.substring(0, 8),
                        Uetr.parse(uetr),
                        1_00,
                        party("Uetr Payee", iban(there)),
                        Optional.empty()))
                .toList();
        byte[] xml = new TransferFileWriter()
                .write(new TransferFile(
                        message,
                        OffsetDateTime.now(ZoneOffset.UTC).withNano(0),
                        "Uetr Payer",
                        new SupportedCurrency("FLN", 2),
                        List.of(new TransferFile.TransferBatch(
                                message, party("Uetr Payer", iban(payer)), LocalDate.now(ZoneOffset.UTC), transfers))));
        Answer answer = bank.send(bank.request("/v1/payment-files")
                .header("Content-Type", "application/xml")
                .POST(HttpRequest.BodyPublishers.ofByteArray(xml))
                .build());
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        return answer.json();
    }

    @Test
    void aPaymentWithoutOneGetsOneThatThePayeesBankKnowsToo() {
        JsonNode payment =
                bank.pay(number(payer), iban(there), 3_00, "uetr-made").json();
        String uetr = payment.path("uetr").asString();
        assertThat(Uetr.parse(uetr)).as(uetr).isPresent();

        JsonNode received = Awaitility.await("the payee's bank knows it")
                .atMost(PATIENCE)
                .until(() -> other.get("/v1/received-payments?uetr=" + uetr).json(), found -> found.size() > 0);

        assertThat(received).hasSize(1);
        assertThat(received.get(0).path("wallet").asLong()).isEqualTo(number(there));
        assertThat(received.get(0).path("amount").asLong()).isEqualTo(3_00);
        assertThat(received.get(0).path("payer").asString()).isEqualTo(iban(payer));
        JsonNode settled = bank.awaitState("/v1/payments/" + payment.path("id").asString(), "SETTLED");
        assertThat(received.get(0).path("transactionId").asString())
                .isEqualTo(settled.path("transactionId").asString());
        assertThat(bank.get("/v1/payments?uetr=" + uetr).json()).hasSize(1);
        assertThat(other.get("/v1/received-payments?uetr=" + UUID.randomUUID()).json())
                .isEmpty();
        assertThat(other.get("/v1/received-payments?uetr=nonsense").status()).isEqualTo(400);
        assertNobodyBetweenReads(uetr);
    }

    /// Neither blocks nor notes, as anybody reads them, have it.
    private void assertNobodyBetweenReads(String uetr) {
        String hex = HexFormat.of().formatHex(uetr.getBytes(StandardCharsets.UTF_8));
        for (long from = 1; from <= network.ledger().height(); from += BlockResult.LIST_MAX) {
            byte[] blocks = network.ledger().results(from, BlockResult.LIST_MAX);
            assertThat(new String(blocks, StandardCharsets.ISO_8859_1)).doesNotContain(uetr, hex);
        }
        List<NoteEntry> notes = network.ledger().notes(0, 100_000).notes();
        assertThat(notes)
                .isNotEmpty()
                .allSatisfy(note -> assertThat(
                                new String(Base64.getDecoder().decode(note.note()), StandardCharsets.ISO_8859_1))
                        .doesNotContain(uetr));
    }

    @Test
    void oneThatAPaymentHasIsTakenByNoOther() {
        String uetr = UUID.randomUUID().toString();
        assertThat(pay(payer, 1_00, uetr).status()).isEqualTo(202);
        assertTaken(pay(payer, 1_00, uetr));
        assertTaken(pay(second, 2_00, uetr));

        String fresh = UUID.randomUUID().toString();
        JsonNode file = upload("UETR-1", List.of(uetr, fresh));
        assertThat(file.path("accepted").asInt()).isEqualTo(1);
        JsonNode line = file.path("results").get(0);
        assertThat(line.path("code").asString()).isEqualTo("duplicate-uetr");
        assertThat(line.path("reason").asString()).isEqualTo("AM05");
        assertTaken(pay(second, 1_00, fresh));
        assertThat(upload("UETR-2", List.of(fresh)).path("accepted").asInt()).isZero();
        assertThat(bank.get("/v1/payments?uetr=" + fresh).json()).hasSize(1);
    }

    @Test
    void whatIsRefusedTakesNone() {
        String uetr = UUID.randomUUID().toString();
        assertThat(pay(payer, 900_00, uetr).json().path("code").asString()).isEqualTo("insufficient-funds");
        assertThat(pay(payer, 1_00, uetr).status()).isEqualTo(202);
    }

    @Test
    void ofManyAtOnceOneGetsIt() throws Exception {
        String uetr = UUID.randomUUID().toString();
        List<Callable<Answer>> calls = Stream.of(payer, second, payer, second)
                .<Callable<Answer>>map(wallet -> () -> pay(wallet, 1_00, uetr))
                .toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(calls.size())) {
            int accepted = 0;
            for (Future<Answer> call : threads.invokeAll(calls)) {
                if (call.get().status() == 202) {
                    accepted++;
                } else {
                    assertTaken(call.get());
                }
            }
            assertThat(accepted).isEqualTo(1);
        }
    }
}

package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.iso20022.Iban;
import io.florin.iso20022.Party;
import io.florin.iso20022.SupportedCurrency;
import io.florin.iso20022.TransferFile;
import io.florin.iso20022.TransferFileWriter;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Files with payments of later days: each block has its day, and what waits is cancelled.
class ScheduledFilesIT extends LaterPayments {

    private static final SupportedCurrency FLN = new SupportedCurrency("FLN", 2);

    private static Party party(String name, String iban) {
        return new Party(Optional.of(name), Optional.of(new Iban(iban)), Optional.empty(), Optional.empty());
    }

    private TransferFile.TransferBatch batch(String id, JsonNode from, LocalDate day, long... amounts) {
        List<TransferFile.Transfer> transfers = new ArrayList<>();
        for (long amount : amounts) {
            transfers.add(new TransferFile.Transfer(
                    id + "-" + transfers.size(),
                    Optional.empty(),
                    amount,
                    party("Paid Later", iban(payee)),
                    Optional.empty()));
        }
        return new TransferFile.TransferBatch(id, party("Pays Later", iban(from)), day, transfers);
    }

    private static String file(String id, TransferFile.TransferBatch... batches) {
        return new String(
                new TransferFileWriter()
                        .write(new TransferFile(
                                id, OffsetDateTime.now(ZoneOffset.UTC).withNano(0), "Employer", FLN, List.of(batches))),
                StandardCharsets.UTF_8);
    }

    private JsonNode upload(String xml) {
        Answer answer = bank.send(bank.request("/v1/payment-files")
                .header("Content-Type", "application/xml")
                .POST(HttpRequest.BodyPublishers.ofString(xml))
                .build());
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        return answer.json();
    }

    private Map<String, Integer> awaitStates(JsonNode file, Map<String, Integer> states) {
        String path = "/v1/payment-files/" + file.path("id").asString();
        return Awaitility.await(path + " " + states).atMost(PATIENCE).until(() -> states(path), states::equals);
    }

    private Map<String, Integer> states(String path) {
        Map<String, Integer> states = new HashMap<>();
        bank.get(path)
                .json()
                .path("states")
                .properties()
                .forEach(state -> states.put(state.getKey(), state.getValue().asInt()));
        return states;
    }

    private String report(JsonNode file) {
        return bank.get("/v1/payment-files/" + file.path("id").asString() + "/status-report?format=pain.002")
                .body();
    }

    /// Each block of a file has its own day: one is paid, one waits, a date with time waits too, and one is refused.
    @Test
    void eachBlockOfAFileIsPaidOnItsDay() {
        JsonNode payer = payer(100_00);
        LocalDate later = today().plusDays(3);
        String xml = file(
                        "SCHED-FILE",
                        batch("NOW", payer, today(), 1_00),
                        batch("LATER", payer, later, 2_00, 90_00, 50_00),
                        batch("TIMED", payer, tomorrow(), 3_00),
                        batch("FAR", payer, today().plusDays(AHEAD_MAX + 1), 4_00))
                .replace("<Dt>" + tomorrow() + "</Dt>", "<DtTm>" + tomorrow() + "T15:00:00Z</DtTm>");
        assertThat(xml).contains("DtTm>");

        JsonNode file = upload(xml);

        assertThat(file.path("accepted").asInt()).isEqualTo(5);
        JsonNode lines = file.path("results");
        assertThat(lines.get(0).path("executionDate").isNull()).isTrue();
        assertThat(lines.get(1).path("executionDate").asString()).isEqualTo(later.toString());
        assertThat(lines.get(4).path("executionDate").asString())
                .isEqualTo(tomorrow().toString());
        assertThat(lines.get(5).path("code").asString()).isEqualTo("execution-date-ahead");
        assertThat(lines.get(5).path("reason").asString()).isEqualTo("DT01");
        awaitStates(file, Map.of("SETTLED", 1, "SCHEDULED", 4));
        assertThat(report(file).split("<TxSts>PDNG</TxSts>", -1)).hasSize(1 + 4);
        assertThat(report(file)).contains("<Cd>DT01</Cd>");

        dayComes(bank, payer);

        awaitStates(file, Map.of("SETTLED", 4, "REJECTED", 1));
        assertThat(report(file).split("<TxSts>ACSC</TxSts>", -1)).hasSize(1 + 4);
        assertThat(report(file)).contains("<Cd>AM04</Cd>", "insufficient-funds");
        assertThat(bank.balance(number(payer)).path("total").asLong()).isEqualTo(100_00 - 96_00);
    }

    @Test
    void ofAFileWhatWaitsIsCancelled() {
        JsonNode payer = payer(100_00);
        JsonNode file = upload(
                file("SCHED-CANCEL", batch("A", payer, today(), 1_00), batch("B", payer, tomorrow(), 2_00, 3_00)));
        awaitStates(file, Map.of("SETTLED", 1, "SCHEDULED", 2));
        String path = "/v1/payment-files/" + file.path("id").asString();
        for (int time = 0; time < 2; time++) {
            Answer answer = bank.send(bank.request(path + "/cancellation")
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build());
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            assertThat(answer.json().path("states").path("CANCELLED").asInt()).isEqualTo(2);
        }
        assertThat(report(file).split("<Cd>DS02</Cd>", -1)).hasSize(1 + 2);
        assertThat(report(file)).contains("<GrpSts>PART</GrpSts>");

        JsonNode paid = upload(file("SCHED-PAID", batch("A", payer, today(), 1_00)));
        assertLate(bank.send(bank.request("/v1/payment-files/" + paid.path("id").asString() + "/cancellation")
                .POST(HttpRequest.BodyPublishers.noBody())
                .build()));
        assertThat(bank.send(bank.request("/v1/payment-files/" + UUID.randomUUID() + "/cancellation")
                                .POST(HttpRequest.BodyPublishers.noBody())
                                .build())
                        .status())
                .isEqualTo(404);
        assertThat(bank.balance(number(payer)).path("total").asLong()).isGreaterThanOrEqualTo(98_00);
    }
}

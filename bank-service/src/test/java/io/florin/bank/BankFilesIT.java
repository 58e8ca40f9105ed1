package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.BankIdentity;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentService;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.iso20022.Bic;
import io.florin.iso20022.Iban;
import io.florin.iso20022.Party;
import io.florin.iso20022.TransferFile;
import io.florin.iso20022.TransferFileWriter;
import io.florin.ledger.Amount;
import io.florin.wallet.keys.WalletSeed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/// Payment files and status reports of one bank whose customers pay those of another.
class BankFilesIT extends FileScenes {

    @Test
    void hundredsOfLinesArePaidAndTheBadOnesNamed() {
        awaitNothingLocked(employer);
        long hereBefore = onLedger(here);
        long thereBefore = onLedger(there);
        List<TransferFile.Transfer> transfers = new ArrayList<>();
        for (int i = 1; i <= LINES; i++) {
            String nobody = Iban.of("XF", "00090000000001").value();
            String payee = iban(i % 3 == 0 ? there : here);
            transfers.add(transfer("WAGE-" + i, 10_00 + i, i % 100 == 0 ? nobody : payee));
        }
        byte[] xml = file("PAYROLL-1", today(), transfers);

        long started = System.nanoTime();
        Answer answer = upload(xml);
        Duration taken = Duration.ofNanos(System.nanoTime() - started);

        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        assertThat(taken).isLessThan(PATIENCE);
        JsonNode view = answer.json();
        String id = view.path("id").asString();
        assertThat(view.path("lines").asInt()).isEqualTo(LINES);
        assertThat(view.path("accepted").asInt()).isEqualTo(LINES - 3);
        assertThat(view.path("refused").asInt()).isEqualTo(3);
        assertThat(view.path("results").get(99).path("reason").asString()).isEqualTo("AC03");
        JsonNode second = bank.get(view.path("next").asString()).json();
        assertThat(second.path("file").path("results").get(0).path("line").asInt())
                .isEqualTo(101);

        JsonNode end = awaitEnd(id);
        assertThat(end.path("states").path("SETTLED").asInt()).isEqualTo(LINES - 3);
        long expectedThere = 0;
        long expectedHere = 0;
        for (int i = 1; i <= LINES; i++) {
            if (i % 100 != 0) {
                expectedThere += i % 3 == 0 ? 10_00 + i : 0;
                expectedHere += i % 3 == 0 ? 0 : 10_00 + i;
            }
        }
        assertThat(onLedger(there) - thereBefore).isEqualTo(expectedThere);
        assertThat(onLedger(here) - hereBefore).isEqualTo(expectedHere);

        Answer replay = upload(xml);
        assertThat(replay.status()).isEqualTo(202);
        assertThat(replay.replayed()).isTrue();
        assertThat(replay.body()).isEqualTo(answer.body());
        assertThat(onLedger(there) - thereBefore).isEqualTo(expectedThere);

        String report = bank.get("/v1/payment-files/" + id + "/status-report").body();
        assertThat(report).contains("pacs.002.001.10", "<OrgnlMsgId>PAYROLL-1</OrgnlMsgId>", "PART");
        assertThat(report.split("<TxSts>ACSC</TxSts>", -1)).hasSize(1 + LINES - 3);
        assertThat(report.split("<Cd>AC03</Cd>", -1)).hasSize(1 + 3);
        assertThat(bank.get("/v1/payment-files/" + id + "/status-report?format=pain.002")
                        .body())
                .contains("pain.002.001.10");
    }

    @Test
    void theSameMessageWithOtherContentIsRefused() {
        byte[] first = file("TWICE-1", today(), List.of(transfer("A", 1_00, iban(here))));
        byte[] other = file("TWICE-1", today(), List.of(transfer("A", 2_00, iban(here))));
        assertThat(upload(first).status()).isEqualTo(202);
        Answer refused = upload(other);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.json().path("code").asString()).isEqualTo("duplicate-message");
        assertThat(refused.json().path("reason").asString()).isEqualTo("AM05");
        assertThat(reported(refused)).contains("<GrpSts>RJCT</GrpSts>", "<Cd>AM05</Cd>");
    }

    @Test
    void aBrokenFileIsRefusedWithPlaceAndRule() {
        byte[] good = file("BROKEN-1", today(), List.of(transfer("A", 1_00, iban(here))));
        String broken =
                new String(good, StandardCharsets.UTF_8).replace("<NbOfTxs>1</NbOfTxs>", "<NbOfTxs>2</NbOfTxs>");
        Answer refused = upload(broken.getBytes(StandardCharsets.UTF_8));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.json().path("code").asString()).isEqualTo("payment-file-refused");
        JsonNode error = refused.json().path("errors").get(0);
        assertThat(error.path("place").asString()).contains("NbOfTxs");
        assertThat(error.path("rule").asString()).isEqualTo("number-of-transactions");
        assertThat(error.path("reason").asString()).isEqualTo("AM18");
        Answer unreadable = upload("no xml".getBytes(StandardCharsets.UTF_8));
        assertThat(unreadable.status()).isEqualTo(422);
        for (Answer each : List.of(refused, unreadable, upload(broken.getBytes(StandardCharsets.UTF_8)))) {
            assertThat(reported(each)).contains("pain.002.001.10", "<GrpSts>RJCT</GrpSts>");
        }
        assertThat(reported(refused)).contains("<OrgnlMsgId>BROKEN-1</OrgnlMsgId>", "<Cd>AM18</Cd>");
        assertThat(bank.get("/v1/payment-files/" + refused.json().path("fileId").asString())
                        .json()
                        .path("file")
                        .path("code")
                        .asString())
                .isEqualTo("payment-file-refused");
        assertThat(bank.post("/v1/payment-files", Map.of("a", 1)).status()).isEqualTo(415);
        assertThat(upload(new byte[9 * 1024 * 1024]).status()).isEqualTo(413);
    }

    /// The pain.002 of a file that was refused as a whole.
    private String reported(Answer refused) {
        return bank.get(refused.json().path("statusReport").asString()).body();
    }

    @Test
    void eachStatusReportIsAMessageOfItsOwn() {
        Answer answer = upload(file("REPORTS-1", today(), List.of(transfer("A", 1_00, iban(here)))));
        Set<String> ids = new HashSet<>();
        for (String format : List.of("pacs.002", "pacs.002", "pain.002", "pain.002")) {
            String report = bank.get("/v1/payment-files/"
                            + answer.json().path("id").asString() + "/status-report?format=" + format)
                    .body();
            ids.add(report.substring(report.indexOf("<MsgId>"), report.indexOf("</MsgId>")));
        }
        assertThat(ids).hasSize(4);
    }

    /// Agents are those of the accounts: swapped ones, one of another bank and one that nobody has are each refused.
    @Test
    void anAgentThatDoesNotKeepTheAccountRefusesItsLineAlone() {
        Bic own = new Bic(bank.bean(BankIdentity.class).bic());
        Bic others = new Bic("OTHRXFBBXXX");
        byte[] good = new TransferFileWriter()
                .write(new TransferFile(
                        "AGENTS-1",
                        OffsetDateTime.now(ZoneOffset.UTC).withNano(0),
                        "Employer",
                        FLN,
                        List.of(
                                batch(
                                        "RIGHT",
                                        Optional.of(own),
                                        List.of(
                                                to("R-1", here, own),
                                                to("R-2", here, others),
                                                to("R-3", there, others))),
                                batch("SWAPPED", Optional.of(others), List.of(to("S-1", here, own))),
                                batch(
                                        "UNSAID",
                                        Optional.empty(),
                                        List.of(
                                                transfer("U-1", 1_00, iban(here)),
                                                to("U-2", there, new Bic("FLORXFXX900")))))));

        Answer answer = upload(good);

        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        List<String> reasons = new ArrayList<>();
        answer.json()
                .path("results")
                .forEach(line -> reasons.add(line.path("reason").asString()));
        assertThat(reasons).containsExactly("", "RC04", "RC04", "RC03", "", "");
    }

    private TransferFile.TransferBatch batch(String id, Optional<Bic> agent, List<TransferFile.Transfer> transfers) {
        Party debtor =
                new Party(Optional.of("Employer"), Optional.of(new Iban(iban(employer))), agent, Optional.empty());
        return new TransferFile.TransferBatch(id, debtor, today(), transfers);
    }

    private static TransferFile.Transfer to(String id, JsonNode wallet, Bic agent) {
        Party creditor = new Party(
                Optional.of("Payee"), Optional.of(new Iban(iban(wallet))), Optional.of(agent), Optional.empty());
        return new TransferFile.Transfer(id, Optional.empty(), 1_00, creditor, Optional.empty());
    }

    /// Whoever pays learns whether the account is that of whom he named, of any bank, and is paid for all the same.
    @Test
    void aNameIsComparedWithTheAccountHoldersAndTheDifferenceTold() {
        for (Map.Entry<String, String> named : Map.of("There", "MATCH", "Theree", "CLOSE", "Somebody Else", "NO_MATCH")
                .entrySet()) {
            Answer paid = bank.post(
                    "/v1/payments",
                    Map.of(
                            "wallet",
                            number(employer),
                            "payee",
                            Map.of("name", named.getKey(), "account", iban(there)),
                            "amount",
                            1_00,
                            "currency",
                            "FLN"));
            assertThat(paid.status()).as(paid.body()).isEqualTo(202);
            assertThat(paid.json().path("payeeNameMatch").asString()).isEqualTo(named.getValue());
            assertThat(bank.get("/v1/payments/" + paid.json().path("id").asString())
                            .json()
                            .path("payeeNameMatch")
                            .asString())
                    .isEqualTo(named.getValue());
        }
        Answer file = upload(file("NAMES-1", today(), List.of(transfer("A", 1_00, iban(there)))));
        assertThat(bank.get("/v1/payment-files/" + file.json().path("id").asString() + "/status-report?format=pain.002")
                        .body())
                .contains("payee-name-differs")
                .doesNotContain("<Cd>AC03</Cd>");
    }

    @Test
    void aLineThatCannotBePaidDoesNotHoldUpOthers() {
        awaitNothingLocked(employer);
        long before = onLedger(here);
        Answer answer = upload(file(
                "MIXED-1",
                today(),
                List.of(
                        transfer("OK-1", 5_00, iban(here)),
                        transfer("TOO-MUCH", 9_999_999_00, iban(here)),
                        transfer("SELF", 1_00, iban(employer)),
                        transfer("OK-2", 6_00, iban(here)))));
        JsonNode results = answer.json().path("results");
        assertThat(results.get(1).path("reason").asString()).isEqualTo("AM04");
        assertThat(results.get(2).path("code").asString()).isEqualTo("payee-is-payer");
        awaitEnd(answer.json().path("id").asString());
        assertThat(onLedger(here) - before).isEqualTo(11_00);
    }

    /// Messages by others over the API: those that can be read are taken and each line refused for its reason (this
    /// bank pays in FLN), the others are refused as a whole with the place and the rule.
    @Test
    void messagesByOthersAreTakenOrRefusedWithTheirReason() throws IOException {
        int taken = 0;
        int refused = 0;
        for (String folder : List.of("valid", "invalid-schema", "invalid-rule")) {
            for (Path message : MessagesByOthers.in(folder)) {
                if (MessagesByOthers.takenWithReasons(message, upload(Files.readAllBytes(message)))) {
                    taken++;
                } else {
                    refused++;
                }
            }
        }
        assertThat(taken).isGreaterThanOrEqualTo(10);
        assertThat(refused).isGreaterThanOrEqualTo(20);
    }

    /// Whoever holds the second wallet of a file and then pays a self-held one does not meet the file half-way.
    @Test
    void aFileHoldsItsWalletsBeforeTheRoomOfSelfHeldOnes() throws Exception {
        JsonNode first = bank.openWallet("First Debtor", 3);
        JsonNode second = bank.openWallet("Second Debtor", 3);
        bank.fund(first, 100_00);
        bank.fund(second, 100_00);
        JsonNode payee = bank.openSelfHeldWallet("Holder Of Keys", 2, seed());
        byte[] xml = new TransferFileWriter()
                .write(new TransferFile(
                        "ORDER-1",
                        OffsetDateTime.now(ZoneOffset.UTC).withNano(0),
                        "Employer",
                        FLN,
                        Stream.of(first, second)
                                .map(debtor -> new TransferFile.TransferBatch(
                                        "ORDER-" + number(debtor),
                                        party("Debtor", iban(debtor)),
                                        today(),
                                        List.of(transfer("O-" + number(debtor), 1_00, iban(payee)))))
                                .toList()));
        JdbcClient jdbc = bank.bean(JdbcClient.class);
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<Answer> upload = new TransactionTemplate(bank.bean(PlatformTransactionManager.class)).execute(_ -> {
                bank.bean(Holdings.class).lock(number(second));
                Future<Answer> running = threads.submit(() -> upload(xml));
                Awaitility.await("the file waits")
                        .atMost(PATIENCE)
                        .until(() -> jdbc.sql("select count(*) from pg_stat_activity "
                                                + "where datname = current_database() and wait_event_type = 'Lock'")
                                        .query(Long.class)
                                        .single()
                                > 0);
                assertThat(bank.bean(PaymentService.class).accept(order(second, payee), ""))
                        .isInstanceOf(PaymentService.Acceptance.Accepted.class);
                return running;
            });
            Answer answer = upload.get();
            assertThat(answer.status()).as(answer.body()).isEqualTo(202);
            assertThat(answer.json().path("accepted").asInt()).isEqualTo(2);
            awaitEnd(answer.json().path("id").asString());
        }
    }

    private static WalletSeed seed() {
        byte[] bytes = new byte[WalletSeed.SIZE];
        bytes[0] = 7;
        return WalletSeed.of(bytes);
    }

    private static PaymentOrder order(JsonNode payer, JsonNode payee) {
        return new PaymentOrder(
                number(payer),
                PayTo.parse(payee.path("address").asString()),
                "Payee",
                iban(payee),
                Amount.of(1_00),
                "",
                "",
                "",
                PaymentOrder.Purpose.PAYMENT,
                null,
                null);
    }
}

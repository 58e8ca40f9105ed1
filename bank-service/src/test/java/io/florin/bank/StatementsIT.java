package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.PayTo;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentService;
import io.florin.crypto.Bytes32;
import io.florin.fakenet.BankUnderTest.Answer;
import io.florin.iso20022.MessageModels;
import io.florin.iso20022.StatementReader;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.token.Token;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.notes.NoteContent;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/// Statements and entries of wallets, page by page, and what they close with.
class StatementsIT extends FileScenes {

    @Test
    void theStatementClosesWithTheLedger() {
        upload(file(
                "STMT-1",
                today(),
                List.of(transfer("STMT-A", 7_00, iban(there)), transfer("STMT-B", 3_00, iban(here)))));
        awaitNothingLocked(employer);
        for (JsonNode wallet : List.of(employer, here)) {
            Answer answer = bank.get("/v1/wallets/" + number(wallet) + "/statement");
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            var result = new StatementReader(new MessageModels(), FLN)
                    .read(answer.body().getBytes(StandardCharsets.UTF_8));
            assertThat(result).isInstanceOf(StatementReader.Result.Read.class);
            assertThat(String.valueOf(result)).contains("closingMinorUnits=" + onLedger(wallet));
        }
        Answer later = bank.get("/v1/wallets/" + number(employer) + "/statement?fromBlock=100000");
        assertThat(later.body()).doesNotContain("<Ntry>");
        assertThat(bank.get("/v1/wallets/99999/statement").status()).isEqualTo(404);

        // the other bank follows the ledger by itself
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(other.get("/v1/wallets/" + number(there) + "/statement")
                                .body())
                        .contains("<EndToEndId>STMT-A</EndToEndId>", iban(employer))
                        .containsPattern("<Dbtr>\\s*<Pty>\\s*<Nm>Employer</Nm>"));
    }

    /// More entries than one message can have, read by block and by day, page by page: each page opens as the one
    /// before closes, and nothing is lost or told twice.
    @Test
    void aStatementOfAnyPeriodIsReadPageByPage() {
        JsonNode wallet = bank.openWallet("Many Entries", 2);
        long number = number(wallet);
        int half = 12_500;
        bank.bean(JdbcClient.class)
                .sql("""
                    insert into entry (id, wallet, block, index_in_block, transaction_id, amount, kind, booked_at)
                    select -i, :wallet, case when i > :half then 1 else 2 end, i, sha256(int8send(i)),
                        case when i > :half then 7 else -7 end, 'TRANSFER',
                        case when i > :half then timestamptz '2026-01-01 23:59:59Z' else '2026-01-02 00:00:00Z' end
                    from generate_series(1, 2 * :half) i
                    """)
                .param("wallet", number)
                .param("half", half)
                .update();
        String path = "/v1/wallets/" + number + "/statement";

        assertThat(PagedStatement.read(bank, path + "?limit=4000")).isEqualTo(new PagedStatement(7, 2 * half, 0, 0));
        assertThat(PagedStatement.read(bank, path + "?fromDate=2026-01-01&toDate=2026-01-01&limit=4000"))
                .isEqualTo(new PagedStatement(4, half, 0, 7L * half));
        assertThat(PagedStatement.read(bank, path + "?fromBlock=2&toBlock=2"))
                .isEqualTo(new PagedStatement(4, half, 7L * half, 0));
        assertThat(PagedStatement.read(bank, path + "?toDate=2025-12-31")).isEqualTo(new PagedStatement(1, 0, 0, 0));
        Answer credits = bank.get("/v1/wallets/" + number + "/credit-notification?fromBlock=1&toBlock=2&page=4");
        assertThat(credits.status()).isEqualTo(200);
        assertThat(credits.body())
                .contains("camt.054.001.08", "<LastPgInd>true<")
                .doesNotContain("DBIT");
        assertThat(credits.body().split("<Ntry>", -1)).hasSize(1 + half - 3 * 4_000);

        assertThat(bank.get(path + "?page=8&limit=4000").status()).isEqualTo(404);
        assertThat(bank.get(path + "?fromBlock=2&toDate=2026-01-01").status()).isEqualTo(400);
        assertThat(bank.get(path + "?fromBlock=2&toBlock=1").json().path("code").asString())
                .isEqualTo("bad-period");
        assertThat(bank.get(path + "?toBlock=9999999").json().path("code").asString())
                .isEqualTo("block-not-followed");
        assertThat(List.of("from=2", "toDate=", "fromDate=2026", "fromBlock=0", "page=1&page=2", "limit=0x10"))
                .allSatisfy(query -> {
                    Answer refused = bank.get(path + "?" + query);
                    assertThat(refused.status()).isEqualTo(400);
                    assertThat(refused.json().at("/errors/0/pointer").asString())
                            .isEqualTo(query.substring(0, query.indexOf('=')));
                });
    }

    /// What payers write is shown as far as it can be, and never spoils the statement of who is paid.
    @Test
    void strangeTextsSpoilNoStatement() {
        JsonNode payer = bank.openWallet("Strange Payer", 2);
        JsonNode payee = bank.openWallet("Strange Payee", 2);
        bank.fund(payer, 10_00);
        PaymentOrder order = new PaymentOrder(
                number(payer),
                PayTo.parse(payee.path("address").asString()),
                "Pay\1ee",
                iban(payee),
                Amount.of(1_00),
                "E\1",
                "",
                "for\2you",
                PaymentOrder.Purpose.PAYMENT,
                null,
                null);
        new TransactionTemplate(bank.bean(PlatformTransactionManager.class))
                .executeWithoutResult(
                        _ -> assertThat(bank.bean(PaymentService.class).accept(order, ""))
                                .isInstanceOf(PaymentService.Acceptance.Accepted.class));
        Bytes32 noteKey = WalletAddress.parse(payee.path("address").asString()).noteKey();
        Token token = new Token(new OwnerKey(noteKey), 1, Amount.of(1));
        network.ledger()
                .carryNote(new NoteContent(token, "\0", "\0", "\0", "\0")
                        .seal(network.ledger().network(), noteKey, new Random(1)));
        upload(file("AFTER-STRANGE", today(), List.of(transfer("AFTER-1", 1_00, iban(payee)))));
        Awaitility.await("notes are read on")
                .atMost(PATIENCE)
                .until(() -> bank.get("/v1/wallets/" + number(payee) + "/entries")
                        .body()
                        .contains("AFTER-1"));
        for (JsonNode wallet : List.of(payer, payee)) {
            Answer answer = bank.get("/v1/wallets/" + number(wallet) + "/statement");
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            assertThat(new StatementReader(new MessageModels(), FLN)
                            .read(answer.body().getBytes(StandardCharsets.UTF_8)))
                    .isInstanceOf(StatementReader.Result.Read.class);
        }
        assertThat(bank.get("/v1/wallets/" + number(payee) + "/statement?fromBlock=" + Long.MAX_VALUE)
                        .status())
                .isEqualTo(400);
    }

    @Test
    void historyIsReadPageByPage() {
        for (int i = 0; i < 5; i++) {
            upload(file("HIST-" + i, today(), List.of(transfer("H-" + i, 1_00 + i, iban(there)))));
        }
        awaitNothingLocked(employer);
        Set<Long> seen = new HashSet<>();
        String next = "/v1/wallets/" + number(employer) + "/entries?limit=2&direction=DEBIT";
        long last = Long.MAX_VALUE;
        while (!next.isEmpty()) {
            JsonNode page = bank.get(next).json();
            for (JsonNode entry : page.path("entries")) {
                assertThat(entry.path("amount").asLong()).isNegative();
                assertThat(entry.path("id").asLong()).isLessThan(last);
                last = entry.path("id").asLong();
                assertThat(seen.add(last)).isTrue();
            }
            next = page.path("next").asString();
            if (seen.size() > 40) {
                break;
            }
        }
        assertThat(seen).hasSizeGreaterThanOrEqualTo(5);
        assertThat(bank.get("/v1/wallets/" + number(here) + "/entries?cursor=bm9uc2Vuc2U")
                        .status())
                .isEqualTo(400);
    }
}

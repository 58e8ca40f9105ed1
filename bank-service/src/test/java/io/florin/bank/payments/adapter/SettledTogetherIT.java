package io.florin.bank.payments.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.bank.protocol.FinalStatus;
import io.florin.crypto.hash.Sha256;
import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.TestBed;
import io.florin.ledger.TransactionId;
import io.florin.ledger.status.TransactionStatus;
import io.florin.testkit.Patience;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// What a block ends is ended by sets: each row as it should, however many there are, and none twice. What is written
/// here nobody else sees.
@ExtendWith(TestBed.class)
class SettledTogetherIT {

    /// Before it nothing else of this bank expires.
    private static final long BLOCK = 3;

    private static final long LATER = 1_000_000;

    private final JdbcClient jdbc;
    private final Payments payments;
    private final TransactionTemplate transactions;
    private final long wallet;

    SettledTogetherIT(TestBed.Banks banks) {
        BankUnderTest bank = banks.bank();
        jdbc = bank.bean(JdbcClient.class);
        payments = bank.bean(Payments.class);
        transactions = new TransactionTemplate(bank.bean(PlatformTransactionManager.class));
        wallet = bank.openWallet("Tove Together", 3).path("number").asLong();
    }

    private static byte[] id(String name) {
        return Sha256.digest(name.getBytes(StandardCharsets.UTF_8));
    }

    private static FinalStatus status(String name, TransactionStatus status) {
        return new FinalStatus(TransactionId.of(id(name)), status);
    }

    /// A transaction that was sent, and so many payments that it carries.
    private void sent(String name, int carried, long expiry) {
        jdbc.sql("""
            insert into payment (seq, version, id, wallet, payee, payee_name, payee_account, amount, end_to_end_id, uetr,
                remittance, purpose, state, transaction_id, output, accepted_at, plan_after, submitted_at, payee_owner)
            select nextval('payment_seq'), 7, gen_random_uuid(), ?, '', '', '', 1, ?, '', '', 'PAYMENT', 'SUBMITTED',
                ?, n, now(), now(), now(), ''
            from generate_series(0, ? - 1) n
            """).params(wallet, name, id(name), carried).update();
        jdbc.sql("""
            insert into outgoing (of_file, wallet, seq, transaction_id, content, audit_required, plan, stage, state,
                expiry_height, attempts, next_attempt_at, payments)
            values (false, ?, nextval('outgoing_seq'), ?, '', false, ?, 0, 'SENT', ?, 1, now() + interval '1 day',
                array(select id from payment where transaction_id = ?))
            """)
                .params(wallet, id(name), UUID.randomUUID(), expiry, id(name))
                .update();
    }

    /// State, block, version and attempts of the payments of a transaction, each once.
    private List<String> paymentsOf(String name) {
        return jdbc.sql("""
            select distinct concat_ws(' ', state, block, version, attempts) from payment
            where wallet = ? and end_to_end_id = ?
            """).params(wallet, name).query(String.class).list();
    }

    private String transaction(String name) {
        return jdbc.sql("select state from outgoing where transaction_id = ?")
                .param(id(name))
                .query(String.class)
                .single();
    }

    @Test
    void eachEndsAsItsTransactionDid() {
        transactions.executeWithoutResult(transaction -> {
            transaction.setRollbackOnly();
            sent("paid", 15, LATER);
            sent("aborted", 2, LATER);
            sent("expired", 1, BLOCK);
            sent("paid at its last block", 1, BLOCK);
            sent("open", 1, LATER);

            payments.onBlock(
                    BLOCK,
                    List.of(
                            status("paid", TransactionStatus.COMMITTED),
                            status("aborted", TransactionStatus.ABORTED_READ_CONFLICT),
                            status("paid at its last block", TransactionStatus.COMMITTED),
                            status("of another bank", TransactionStatus.COMMITTED)));

            assertThat(paymentsOf("paid")).containsExactly("SETTLED 3 8 0");
            assertThat(paymentsOf("paid at its last block")).containsExactly("SETTLED 3 8 0");
            assertThat(paymentsOf("aborted")).containsExactly("ACCEPTED 8 1");
            assertThat(paymentsOf("expired")).containsExactly("ACCEPTED 8 1");
            assertThat(paymentsOf("open")).containsExactly("SUBMITTED 7 0");
            assertThat(List.of("paid", "aborted", "expired", "paid at its last block"))
                    .allSatisfy(name -> assertThat(transaction(name)).isEqualTo("FINAL"));
            assertThat(transaction("open")).isEqualTo("SENT");
        });
    }

    /// As many as wait where endorsers were away on a payday: a statement has room for 65,535 values.
    @Test
    void manyEndInOneBlock() {
        transactions.executeWithoutResult(transaction -> {
            transaction.setRollbackOnly();
            List<FinalStatus> statuses = new ArrayList<>();
            for (int i = 0; i < 120; i++) {
                sent("crowd " + i, 15, LATER);
                statuses.add(status("crowd " + i, TransactionStatus.COMMITTED));
            }
            payments.onBlock(BLOCK, statuses);
            assertThat(jdbc.sql("select count(*) from payment where wallet = ? and state = 'SETTLED' and block = ?")
                            .params(wallet, BLOCK)
                            .query(Integer.class)
                            .single())
                    .isEqualTo(1_800);
        });
    }

    /// Both would end it, and only one may say what became of its payment.
    @Test
    void whatSomebodyElseEndsMeanwhileIsLeftToTheNextTry() throws Exception {
        transactions.executeWithoutResult(_ -> sent("contended", 1, LATER));
        try {
            CompletableFuture<Void> block = new CompletableFuture<>();
            transactions.executeWithoutResult(_ -> {
                jdbc.sql("update outgoing set state = 'FINAL' where transaction_id = ?")
                        .param(id("contended"))
                        .update();
                Thread.ofVirtual().start(() -> {
                    try {
                        transactions.executeWithoutResult(_ ->
                                payments.onBlock(BLOCK, List.of(status("contended", TransactionStatus.COMMITTED))));
                        block.complete(null);
                    } catch (RuntimeException failed) {
                        block.completeExceptionally(failed);
                    }
                });
                await().atMost(Patience.LIMIT).until(this::somebodyWaits);
            });
            assertThatThrownBy(block::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(OptimisticLockingFailureException.class);
            assertThat(paymentsOf("contended")).containsExactly("SUBMITTED 7 0");
        } finally {
            jdbc.sql("delete from payment where wallet = ?").param(wallet).update();
            jdbc.sql("delete from outgoing where wallet = ?").param(wallet).update();
        }
    }

    private boolean somebodyWaits() {
        return jdbc.sql("""
            select exists (select 1 from pg_stat_activity
                where datname = current_database() and wait_event_type = 'Lock' and query like 'update outgoing%')
            """).query(Boolean.class).single();
    }
}

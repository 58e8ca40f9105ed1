package io.florin.bank.payments.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.hash.Sha256;
import io.florin.fakenet.BankUnderTest;
import io.florin.fakenet.TestBed;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// Which payments have waited for too long, one second on either side. What is written here nobody else sees.
@ExtendWith(TestBed.class)
class WaitedTooLongIT {

    private static final Instant SINCE = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant OLD = SINCE;
    private static final Instant YOUNG = SINCE.plusSeconds(1);

    private final BankUnderTest bank;
    private final JdbcClient jdbc;
    private final long wallet;

    WaitedTooLongIT(TestBed.Banks banks) {
        bank = banks.bank();
        jdbc = bank.bean(JdbcClient.class);
        wallet = bank.openWallet("Wanda Waits", 3).path("number").asLong();
    }

    private static byte[] id(String name) {
        return Sha256.digest(name.getBytes(StandardCharsets.UTF_8));
    }

    private void payment(String name, String state, Instant accepted, Instant planAfter, @Nullable Instant prepared) {
        jdbc.sql("""
            insert into payment (seq, version, id, wallet, payee, payee_name, payee_account, amount, end_to_end_id, uetr,
                remittance, purpose, state, transaction_id, accepted_at, plan_after, prepared_at, submitted_at, payee_owner)
            values (nextval('payment_seq'), 0, :id, :wallet, '', '', '', 1, :name, '', '', 'PAYMENT', :state,
                case when :submitted then :transaction::bytea end, :accepted, :after, :prepared::timestamptz,
                case when :submitted then :accepted::timestamptz end, :transaction)
            """)
                .param("id", UUID.randomUUID())
                .param("wallet", wallet)
                .param("name", name)
                .param("state", state)
                .param("submitted", state.equals("SUBMITTED"))
                .param("transaction", id(name))
                .param("accepted", Timestamp.from(accepted))
                .param("after", Timestamp.from(planAfter))
                .param("prepared", prepared == null ? null : Timestamp.from(prepared))
                .update();
    }

    private void sent(String name, Instant submitted, String state, int attempts) {
        payment(name, "SUBMITTED", submitted, submitted, null);
        jdbc.sql("""
            insert into outgoing (of_file, wallet, seq, transaction_id, content, audit_required, plan, stage, state, expiry_height, attempts,
                next_attempt_at, payments)
            values (false, ?, nextval('outgoing_seq'), ?, '', false, ?, 0, ?, 1000000, ?, now() + interval '1 day',
                array(select p.id from payment p where p.transaction_id = ?))
            """)
                .params(wallet, id(name), UUID.randomUUID(), state, attempts, id(name))
                .update();
    }

    @Test
    void onlyWhatWaitedForSoLongAndWasNeverSentEnds() {
        PaymentRepository payments = bank.bean(PaymentRepository.class);
        OutboxRepository outgoing = bank.bean(OutboxRepository.class);
        new TransactionTemplate(bank.bean(PlatformTransactionManager.class)).executeWithoutResult(transaction -> {
            transaction.setRollbackOnly();
            payment("old", "ACCEPTED", OLD, OLD, null);
            payment("old, its split too", "ACCEPTED", OLD, OLD, OLD);
            payment("young", "ACCEPTED", YOUNG, YOUNG, null);
            payment("failed just now", "ACCEPTED", OLD, YOUNG, null);
            payment("split settled just now", "ACCEPTED", OLD, OLD, YOUNG);
            payment("ended", "REJECTED", OLD, OLD, null);
            sent("signed, never sent", OLD, "NEW", 0);
            sent("signed just now", YOUNG, "NEW", 0);
            sent("sent", OLD, "SENT", 1);
            sent("tried", OLD, "NEW", 1);
            sent("final", OLD, "FINAL", 0);

            assertThat(payments.waitingSince(SINCE, 100).stream()
                            .map(payment -> payment.view().endToEndId()))
                    .containsExactly("old", "old, its split too");
            assertThat(outgoing.neverSentSince(SINCE, 100).stream()
                            .map(OpenTransaction::transactionId)
                            .map(found -> found.value().toArray()))
                    .usingElementComparator(Arrays::compare)
                    .isEqualTo(List.of(id("signed, never sent")));
        });
    }
}

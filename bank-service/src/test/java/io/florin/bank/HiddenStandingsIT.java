package io.florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.protocol.HiddenBook;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/// Limits and standings that a bank keeps where nobody else sees its payments, and payments that end unmade.
@Order(1)
class HiddenStandingsIT extends HiddenBanks {

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
        JsonNode anna = bank.openWallet("Anna Promised", 3);
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

    /// As if it had been accepted, and signed, two hours before.
    private void makeOlder(String payment) {
        bank.bean(JdbcClient.class).sql("""
            update payment set accepted_at = accepted_at - interval '2 hours', plan_after = plan_after - interval '2 hours',
                prepared_at = prepared_at - interval '2 hours', submitted_at = submitted_at - interval '2 hours'
            where id = ?
            """).param(UUID.fromString(payment)).update();
    }
}

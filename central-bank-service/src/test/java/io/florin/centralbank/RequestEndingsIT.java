package io.florin.centralbank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.centralbank.fixture.CentralBankUnderTest;
import io.florin.centralbank.fixture.SharedCentralBank;
import io.florin.centralbank.fixture.SupplyRequests;
import io.florin.runtime.api.CentralBankInternalApi;
import io.florin.runtime.api.CentralBankInternalApi.ReserveView;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestOrder;
import io.florin.runtime.api.CentralBankInternalApi.SupplyRequestView;
import io.florin.runtime.internal.NodeRole;
import io.florin.testkit.Patience;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.web.client.HttpClientErrorException;

/// Requests that end before enough officers have signed: taken back, or too old.
@ExtendWith(SharedCentralBank.class)
class RequestEndingsIT {
    private static final Duration SOON = Patience.LIMIT;

    private static CentralBankUnderTest bank;
    private static SupplyRequests requests;
    private static CentralBankInternalApi two;

    @BeforeAll
    static void start(CentralBankUnderTest shared) {
        bank = shared;
        requests = new SupplyRequests(shared);
        two = shared.as(NodeRole.BANK, 2);
        requests.awaitReady();
    }

    @Test
    void aBankTakesItsRequestBackUntilEnoughOfficersHaveSigned() {
        ReserveView before = two.reserves();
        SupplyRequestOrder order = requests.withdrawal(2, 21_000);
        two.request(order);
        bank.approve(order.id(), 1);
        assertThat(two.reserves().balance()).isEqualTo(before.balance() - 21_000);
        assertThatThrownBy(() -> bank.as(NodeRole.BANK, 1).cancelSupplyRequest(order.id()))
                .as("another bank")
                .isInstanceOf(HttpClientErrorException.NotFound.class);

        for (int time = 0; time < 2; time++) {
            SupplyRequestView ended = two.cancelSupplyRequest(order.id());
            assertThat(ended.state()).isEqualTo("REFUSED");
            assertThat(ended.reason()).isEqualTo("the bank took it back");
            assertThat(two.reserves()).isEqualTo(before);
        }
        assertThat(requests.state(order.id())).isEqualTo("CANCELLED");
        assertThat(two.request(order).state()).as("asked again").isEqualTo("REFUSED");
        assertThat(SupplyRequests.code(requests.approveAs(order.id(), 2, CentralBankUnderTest.passphrase(2))))
                .isEqualTo("already-decided");
        assertThat(requests.entries(order.id()))
                .last()
                .isEqualTo("bank:2 request-cancelled: withdrawal of 210.00 FLN for bank 2 (Bank 2):"
                        + " the bank took it back");

        SupplyRequestOrder settled = requests.withdrawal(2, 22_000);
        two.request(settled);
        bank.approve(settled.id(), 1);
        bank.approve(settled.id(), 2);
        assertThatThrownBy(() -> two.cancelSupplyRequest(settled.id()))
                .as("signed by enough, submitted or settled")
                .isInstanceOf(HttpClientErrorException.Conflict.class)
                .hasMessageContaining("already-decided");
        requests.awaitSettled(settled.id());
        assertThatThrownBy(() -> two.cancelSupplyRequest(settled.id()))
                .isInstanceOf(HttpClientErrorException.Conflict.class);
        assertThat(two.reserves()).isEqualTo(new ReserveView(2, before.balance() - 22_000, before.held()));
    }

    /// Whoever is first has it: never both, never a hold that stays.
    @Test
    void theLastSignatureAndTheBanksCancellationAreOneAfterTheOther() throws Exception {
        try (var threads = Executors.newFixedThreadPool(2)) {
            for (int round = 0; round < 5; round++) {
                ReserveView before = two.reserves();
                SupplyRequestOrder order = requests.withdrawal(2, 1_000 + round);
                two.request(order);
                bank.approve(order.id(), 1);
                Future<Boolean> signed = threads.submit(succeeds(() -> {
                    bank.approve(order.id(), 2);
                    return true;
                }));
                Future<Boolean> cancelled = threads.submit(succeeds(() -> {
                    two.cancelSupplyRequest(order.id());
                    return true;
                }));

                assertThat(signed.get()).as("round %d", round).isNotEqualTo(cancelled.get());
                if (cancelled.get()) {
                    assertThat(requests.state(order.id())).isEqualTo("CANCELLED");
                    assertThat(two.reserves()).isEqualTo(before);
                } else {
                    requests.awaitSettled(order.id());
                    assertThat(two.reserves().held()).isEqualTo(before.held());
                }
            }
        }
    }

    private static Callable<Boolean> succeeds(Callable<Boolean> act) {
        return () -> {
            try {
                return act.call();
            } catch (HttpClientErrorException.Conflict | AssertionError refused) {
                return false;
            }
        };
    }

    @Test
    void whatWaitsTooLongExpiresAndItsHoldGoesBack() throws Exception {
        ReserveView before = two.reserves();
        SupplyRequestOrder order = requests.withdrawal(2, 23_000);
        two.request(order);
        bank.approve(order.id(), 1);
        String digest = requests.file(order.id()).get("digest").asString();
        requests.execute("update supply_request set created_at = created_at - interval '73 hours' where id = decode('"
                + order.id() + "', 'hex')");
        HttpResponse<String> late = requests.approveAs(order.id(), 2, CentralBankUnderTest.passphrase(2), digest);
        assertThat(SupplyRequests.code(late)).isIn("request-expired", "already-decided");

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(requests.state(order.id())).isEqualTo("EXPIRED"));
        assertThat(two.reserves()).isEqualTo(before);
        assertThat(two.supplyRequest(order.id()).state()).isEqualTo("REFUSED");
        assertThat(two.supplyRequest(order.id()).reason()).contains("too few officers");
        assertThat(requests.entries(order.id()))
                .last()
                .asString()
                .startsWith("clock request-expired: withdrawal of 230.00 FLN for bank 2 (Bank 2)");
        assertThatThrownBy(() -> two.cancelSupplyRequest(order.id()))
                .isInstanceOf(HttpClientErrorException.Conflict.class);
    }
}

package io.florin.benchmarks.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.benchmarks.BenchFailure;
import io.florin.benchmarks.platform.PaymentDesk.Payer;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PaymentLoadTest {
    private static final int NEVER = Integer.MAX_VALUE;

    private static List<Payer> payers(PaymentDesk desk) {
        return LongStream.rangeClosed(1, 5)
                .mapToObj(wallet -> new Payer(desk, wallet, "XF" + wallet, "Holder " + wallet))
                .toList();
    }

    @Test
    void closedLoopCountsWhatIsSettledAndNothingElse() throws InterruptedException {
        FakeDesk desk = new FakeDesk(Duration.ofMillis(20), 7, 5);
        PaymentLoad.Rate rate = new PaymentLoad(payers(desk), "test", Duration.ofSeconds(30)).closedLoop(3, 0, 1);
        assertThat(rate.settled())
                .isPositive()
                .isLessThanOrEqualTo(rate.transactions().size());
        assertThat(rate.transactions().size() + rate.failed()).isEqualTo(desk.asked());
        assertThat(rate.failed()).isBetween(desk.asked() / 5L, desk.asked() / 2L);
        assertThat(rate.perSecond()).containsExactly((double) rate.settled());
        assertThat(desk.orders())
                .allMatch(order ->
                        order.amount() >= 1 && order.wallet() != order.payee().wallet());
    }

    @Test
    void batchesAreCountedByThePayment() throws InterruptedException {
        FakeDesk desk = new FakeDesk(Duration.ofMillis(20), 7, 5);
        PaymentLoad.Rate rate = new PaymentLoad(payers(desk), "test", Duration.ofSeconds(30)).batches(10, 0, 1);
        assertThat(desk.asked() % 10).isZero();
        assertThat(rate.transactions().size() + rate.failed()).isEqualTo(desk.asked());
        assertThat(rate.settled()).isPositive();
        assertThat(rate.failed()).isBetween(desk.asked() / 5L, desk.asked() / 2L);
    }

    @Test
    void openLoopTakesLatencyFromWhenAPaymentWasDue() throws InterruptedException {
        FakeDesk desk = new FakeDesk(Duration.ofMillis(30), NEVER, 10);
        PaymentLoad.Latency latency = new PaymentLoad(payers(desk), "test", Duration.ofSeconds(30)).openLoop(50, 0, 1);
        assertThat(desk.asked()).isEqualTo(50);
        assertThat(latency.failed()).isEqualTo(5);
        assertThat(latency.micros().getTotalCount()).isEqualTo(45);
        assertThat(latency.transactions()).hasSize(45);
        assertThat(latency.micros().getMinValue()).isGreaterThanOrEqualTo(29_900);
    }

    @Test
    void aPaymentThatIsNeverFinalEndsTheMeasurement() {
        FakeDesk desk = new FakeDesk(Duration.ofHours(1), NEVER, NEVER);
        PaymentLoad load = new PaymentLoad(payers(desk), "test", Duration.ofMillis(50));
        assertThatThrownBy(() -> load.closedLoop(1, 0, 1))
                .isInstanceOf(BenchFailure.class)
                .hasMessageContaining("has no final status");
    }
}

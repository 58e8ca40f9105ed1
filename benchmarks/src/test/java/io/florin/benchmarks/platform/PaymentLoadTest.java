package io.florin.benchmarks.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.benchmarks.BenchFailure;
import io.florin.benchmarks.platform.PaymentApi.Payer;
import io.florin.testkit.Patience;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PaymentLoadTest {
    private static final int NEVER = Integer.MAX_VALUE;

    private static List<Payer> payers(PaymentApi api) {
        return LongStream.rangeClosed(1, 5)
                .mapToObj(wallet -> new Payer(api, wallet, "XF" + wallet, "Holder " + wallet))
                .toList();
    }

    @Test
    void closedLoopCountsWhatIsSettledAndNothingElse() throws InterruptedException {
        FakePaymentApi api = new FakePaymentApi(Duration.ofMillis(20), 7, 5);
        PaymentLoad.Rate rate = new PaymentLoad(payers(api), "test", Patience.LIMIT).closedLoop(3, 0, 1);
        assertThat(rate.settled())
                .isPositive()
                .isLessThanOrEqualTo(rate.transactions().size());
        assertThat(rate.transactions().size() + rate.failed()).isEqualTo(api.asked());
        assertThat(rate.failed()).isBetween(api.asked() / 5L, api.asked() / 2L);
        assertThat(rate.perSecond()).containsExactly((double) rate.settled());
        assertThat(api.orders())
                .allMatch(order ->
                        order.amount() >= 1 && order.wallet() != order.payee().wallet());
    }

    @Test
    void batchesAreCountedByThePayment() throws InterruptedException {
        FakePaymentApi api = new FakePaymentApi(Duration.ofMillis(20), 7, 5);
        PaymentLoad.Rate rate = new PaymentLoad(payers(api), "test", Patience.LIMIT).batches(10, 0, 1);
        assertThat(api.asked() % 10).isZero();
        assertThat(rate.transactions().size() + rate.failed()).isEqualTo(api.asked());
        assertThat(rate.settled()).isPositive();
        assertThat(rate.failed()).isBetween(api.asked() / 5L, api.asked() / 2L);
    }

    @Test
    void openLoopTakesLatencyFromWhenAPaymentWasDue() throws InterruptedException {
        FakePaymentApi api = new FakePaymentApi(Duration.ofMillis(30), NEVER, 10);
        PaymentLoad.Latency latency = new PaymentLoad(payers(api), "test", Patience.LIMIT).openLoop(50, 0, 1);
        assertThat(api.asked()).isEqualTo(50);
        assertThat(latency.failed()).isEqualTo(5);
        assertThat(latency.micros().getTotalCount()).isEqualTo(45);
        assertThat(latency.transactions()).hasSize(45);
        assertThat(latency.micros().getMinValue()).isGreaterThanOrEqualTo(29_900);
    }

    @Test
    void openLoopGoesOnForAsLongAsItIsTold() throws InterruptedException {
        FakePaymentApi api = new FakePaymentApi(Duration.ofMillis(30), NEVER, NEVER);
        PaymentLoad.Latency latency =
                new PaymentLoad(payers(api), "test", Patience.LIMIT).openLoopWhile(100, () -> api.asked() < 20);
        assertThat(latency.micros().getTotalCount()).isEqualTo(api.asked()).isGreaterThanOrEqualTo(20);
        assertThat(latency.transactions()).hasSize(api.asked());
    }

    @Test
    void aPaymentThatIsNeverFinalEndsTheMeasurement() {
        FakePaymentApi api = new FakePaymentApi(Duration.ofHours(1), NEVER, NEVER);
        PaymentLoad load = new PaymentLoad(payers(api), "test", Duration.ofMillis(50));
        assertThatThrownBy(() -> load.closedLoop(1, 0, 1))
                .isInstanceOf(BenchFailure.class)
                .hasMessageContaining("has no final status");
    }
}

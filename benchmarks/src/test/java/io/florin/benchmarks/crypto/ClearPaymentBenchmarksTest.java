package io.florin.benchmarks.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClearPaymentBenchmarksTest {
    @Test
    void everyPaymentThatIsMeasuredIsGood() {
        ClearPaymentBenchmarks clear = new ClearPaymentBenchmarks();
        assertThat(clear.verifyClear()).isTrue();
        assertThat(clear.verifyClearBatch()).isTrue();
    }

    @Test
    void aCertifierAnswersTheSameAgain() {
        CertificationBenchmarks certification = new CertificationBenchmarks();
        assertThat(certification.certify()).isEqualTo(certification.certify());
    }

    @Test
    void aWorkersBatchIsAccepted() {
        assertThat(new WorkerBenchmarks().verify()).isTrue();
    }

    @Test
    void whatACommitterReadsOpensForACertifier() {
        SettlementBenchmarks settlement = new SettlementBenchmarks();
        assertThat(settlement.decode().encode()).hasSize(319);
        assertThat(settlement.open()).hasSize(2);
    }
}

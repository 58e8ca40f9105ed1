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
    void workersAcceptEveryPaymentAndSignEveryToken() {
        WorkerBenchmarks workers = new WorkerBenchmarks(2);
        workers.workers = 2;
        workers.start();
        try {
            workers.decode();
            assertThat(workers.verify()).isEqualTo(WorkerBenchmarks.PAYMENTS);
            assertThat(workers.certify().signed())
                    .hasSize(WorkerBenchmarks.TOKENS)
                    .doesNotHaveDuplicates();
        } finally {
            workers.stop();
        }
    }

    @Test
    void whatACommitterReadsOpensForACertifier() {
        SettlementBenchmarks settlement = new SettlementBenchmarks();
        assertThat(settlement.decode().encode()).hasSize(319);
        assertThat(settlement.open()).hasSize(2);
    }

    @Test
    void everyEndorsementThatIsMeasuredIsGood() {
        ThresholdBenchmarks threshold = new ThresholdBenchmarks();
        assertThat(threshold.verifyBatch()).isTrue();
        assertThat(threshold.verifyEncodedBatch()).isTrue();
        assertThat(threshold.aggregate()).isEqualTo(threshold.aggregate());
        assertThat(threshold.signShare().index()).isEqualTo(1);
    }

    /// The same token, in the sizes that the rows say.
    @Test
    void bothFormsShowTheTokenAndVerify() {
        PresentationBenchmarks presentation = new PresentationBenchmarks();
        assertThat(presentation.showSeparated()).hasSize(576);
        assertThat(presentation.showTextbook()).hasSize(512);
        assertThat(presentation.verifySeparated()).isTrue();
        assertThat(presentation.verifyTextbook()).isTrue();
        assertThat(presentation.verifySeparatedBatch()).isTrue();
        assertThat(presentation.verifyTextbookBatch()).isTrue();
    }
}

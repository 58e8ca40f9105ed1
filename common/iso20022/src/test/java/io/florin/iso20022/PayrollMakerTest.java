package io.florin.iso20022;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PayrollMakerTest {
    @Test
    void writesAThousandLinesThatAreAllTaken() {
        TransferFile payroll = Samples.payroll(1_000);
        byte[] xml = Samples.WRITER.write(payroll);

        assertThat(Samples.violations(xml)).isEmpty();
        PaymentFile file = Samples.taken(new String(xml, StandardCharsets.UTF_8));
        assertThat(file.definition().id()).isEqualTo("pain.001.001.09");
        assertThat(file.messageId()).isEqualTo("PAYROLL-2026-03");
        assertThat(file.createdAt()).isEqualTo(Samples.NOON);
        assertThat(file.lineCount()).isEqualTo(1_000);
        assertThat(file.refusedLines()).isEmpty();
        List<TransferFile.Transfer> transfers = payroll.batches().getFirst().transfers();
        for (int i = 0; i < 1_000; i++) {
            PaymentLine line = file.lines().get(i);
            TransferFile.Transfer transfer = transfers.get(i);
            assertThat(line.number()).isEqualTo(i + 1);
            assertThat(line.endToEndId()).isEqualTo(transfer.endToEndId());
            assertThat(line.ids().uetr()).isEqualTo(transfer.uetr());
            assertThat(line.amount()).isEqualTo(new InstructedAmount("FLN", transfer.minorUnits()));
            assertThat(line.creditor()).isEqualTo(transfer.creditor());
            assertThat(line.debtor()).isEqualTo(Samples.person(0));
            assertThat(line.remittance()).isEqualTo(transfer.remittance());
            assertThat(line.place().path()).isEqualTo("/Document/CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf[" + (i + 1) + "]");
        }
    }

    @Test
    void makesTheSameFileFromTheSameSeed() {
        assertThat(Samples.WRITER.write(Samples.payroll(50))).isEqualTo(Samples.WRITER.write(Samples.payroll(50)));
    }

    @Test
    void readsAThousandLinesInFarLessThanTwoSecondsOnceWarm() {
        byte[] xml = Samples.WRITER.write(Samples.payroll(1_000));
        PaymentFileReader reader = new PaymentFileReader(Samples.MODELS, Samples.FLN);
        reader.read(xml);

        Duration start = Samples.workDone();
        Reading reading = reader.read(xml);
        Duration took = Samples.workDone().minus(start);

        assertThat(reading).isInstanceOf(Reading.Taken.class);
        assertThat(took).isLessThan(Duration.ofSeconds(2));
    }
}

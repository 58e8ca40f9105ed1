package io.florin.ledger.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LedgerVectorsTest {

    private static final List<Specimen> SPECIMENS = Specimens.all();

    static List<Specimen> specimens() {
        return SPECIMENS;
    }

    @Test
    void encodesEveryFormatAsRecorded() throws IOException {
        assertThat(LedgerVectors.computed()).containsExactlyEntriesOf(LedgerVectors.recorded());
    }

    @ParameterizedTest
    @MethodSource("specimens")
    void decodesTheRecordedBytesToTheSameIdsAndHashes(Specimen specimen) throws IOException {
        Map<String, String> recorded = LedgerVectors.recorded();
        byte[] bytes = HexFormat.of().parseHex(recorded.get(specimen.name() + ".bytes"));

        Specimen.Reading reading = specimen.read(bytes);

        assertThat(reading.bytes()).isEqualTo(bytes);
        Map<String, String> derived = new LinkedHashMap<>();
        reading.derived().forEach((name, value) -> derived.put(specimen.name() + "." + name, value));
        assertThat(recorded).containsAllEntriesOf(derived);
    }

    @Test
    void recordsOneValueOfEachKindOfTransactionAndRecord() throws IOException {
        assertThat(LedgerVectors.recorded().keySet())
                .contains(
                        "client.issue.id",
                        "client.payment-2-2.id",
                        "client.redeem.id",
                        "client.change.id",
                        "settlement.payment-2-2.keys",
                        "bundle.root",
                        "block.hash",
                        "block-statuses.bytes",
                        "registration.participant.bytes",
                        "registration.enrollment.bytes",
                        "registration.heartbeat.bytes",
                        "registration.credential-epoch.bytes",
                        "genesis.network-id",
                        "rail.order.id",
                        "rail.final-payment.bytes");
    }
}

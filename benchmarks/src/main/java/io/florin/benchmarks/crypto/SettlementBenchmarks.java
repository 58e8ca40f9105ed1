package io.florin.benchmarks.crypto;

import io.florin.crypto.group.G1;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// A committer's reading of an unlinkable payment of two inputs and two outputs, and what it would cost to look into
/// its tokens, as certifiers do.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SettlementBenchmarks {
    private final byte[] encoded;

    public SettlementBenchmarks() {
        TestNetwork network = new TestNetwork(7);
        List<Read> reads = new ArrayList<>();
        List<Write> writes = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            byte[] serial = network.newBytes(32);
            serial[0] = (byte) (TestNetwork.CURRENCY.value() >>> Byte.SIZE);
            serial[1] = (byte) TestNetwork.CURRENCY.value();
            reads.add(Read.absent(StateKey.of(serial)));
            writes.add(new Write.Serial(i));
        }
        for (int i = 0; i < 2; i++) {
            writes.add(new Write.HiddenOutput(i, new HiddenToken.Unlinkable(point(2 * i), point(2 * i + 1))));
        }
        encoded = new SettlementTransaction(
                        new TransactionId(network.newId()),
                        TransactionKind.TRANSFER,
                        TestNetwork.CURRENCY,
                        false,
                        1,
                        100,
                        reads,
                        writes)
                .encode();
    }

    private static G1 point(int number) {
        return G1.hashTo(new byte[] {(byte) number}, "florin-benchmark");
    }

    @Benchmark
    public SettlementTransaction decode() {
        return SettlementTransaction.decode(encoded);
    }

    @Benchmark
    public List<HiddenToken> open() {
        return SettlementTransaction.decode(encoded).hiddenOutputs().stream()
                .map(output -> output.token().open())
                .toList();
    }
}

package io.florin.sandbox.oracle;

import io.florin.crypto.Bytes;
import io.florin.ledger.StateKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.rail.RailId;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.token.TokenReference;
import java.util.ArrayList;
import java.util.List;

/// Settlement transactions that colluding endorsers sign, each of which breaks one rule of form about instant rails and
/// no other.
final class MalformedRailTransactions {

    private static final int RAISE = 1;
    private static final int LOWER = 2;
    private static final int ANONYMOUS_OUTPUT = 4;

    /// In force at their block: nothing else is wrong with them.
    private static final long CONFIGURATION = 2;

    private final TestNetwork network;
    private final TokenReference coin;
    private final StateKey counter = StateKeys.railFloat(TestNetwork.CURRENCY, new RailId(1));

    MalformedRailTransactions(TestNetwork network, TokenReference coin) {
        this.network = network;
        this.coin = coin;
    }

    List<Bytes> all() {
        List<Bytes> all = new ArrayList<>();
        byte[] raise = add(RAISE, counter, 1);
        byte[] lower = add(LOWER, counter, 1);
        List<Read> spending = List.of(absent(), Read.token(coin.key()));
        byte[][] deposits = {put(0), spend(1)};
        byte[][] withdrawn = {put(0), output()};
        all.add(of(2, TransactionKind.RAIL_DEPOSIT, spending, deposits, lower)); // lowers
        all.add(of(2, TransactionKind.RAIL_DEPOSIT, spending, deposits, add(RAISE, counter, 0)));
        all.add(of(2, TransactionKind.RAIL_DEPOSIT, spending, deposits, add(RAISE, elsewhere(), 1)));
        all.add(of(2, TransactionKind.RAIL_DEPOSIT, spending, deposits, raise, raise));
        all.add(of(2, TransactionKind.RAIL_DEPOSIT, spending, new byte[][] {put(0), spend(1), hiddenOutput()}, raise));
        all.add(of(
                2,
                TransactionKind.RAIL_DEPOSIT,
                List.of(Read.token(coin.key())),
                new byte[][] {spend(0), output()},
                raise)); // no record
        all.add(of(2, TransactionKind.RAIL_DEPOSIT, List.of(absent()), new byte[][] {put(0)}, raise));
        all.add(of(2, TransactionKind.RAIL_WITHDRAWAL, List.of(), new byte[][] {output()}, lower)); // no record
        all.add(of(2, TransactionKind.RAIL_WITHDRAWAL, spending, new byte[][] {put(0), spend(1), output()}, lower));
        all.add(of(2, TransactionKind.RAIL_WITHDRAWAL, List.of(absent()), new byte[][] {put(0)}, lower));
        all.add(of(1, TransactionKind.RAIL_RESCUE, List.of(absent()), withdrawn)); // creates as well
        all.add(of(1, TransactionKind.RAIL_RESCUE, List.of(Read.token(coin.key())), new byte[][] {put(0)}));
        all.add(of(1, TransactionKind.RAIL_RESCUE_OUTCOME, List.of(absent()), new byte[][] {put(0)}));
        all.add(of(2, TransactionKind.TRANSFER, List.of(Read.token(coin.key())), new byte[][] {spend(0), output()}));
        all.add(of(1, TransactionKind.RAIL_WITHDRAWAL, List.of(absent()), withdrawn)); // version without additions
        return all;
    }

    private Read absent() {
        return Read.absent(StateKeys.railWithdrawal(TestNetwork.CURRENCY, network.newId()));
    }

    private StateKey elsewhere() {
        byte[] key = counter.value().toArray();
        key[1] = 9;
        return StateKey.of(key);
    }

    private Bytes of(int version, TransactionKind kind, List<Read> reads, byte[][] writes, byte[]... adds) {
        CanonicalWriter writer = new CanonicalWriter(512)
                .u8(version)
                .u8(kind.code())
                .u8(0)
                .u16(TestNetwork.CURRENCY.value())
                .fixed(network.newId())
                .u32(CONFIGURATION)
                .u63(500)
                .u8(reads.size());
        reads.forEach(read -> writer.fixed(read.key().value()).u32(read.version()));
        writer.u8(writes.length);
        for (byte[] write : writes) {
            writer.fixed(write);
        }
        if (adds.length > 0) {
            writer.u8(adds.length);
        }
        for (byte[] add : adds) {
            writer.fixed(add);
        }
        return Bytes.of(writer.toByteArray());
    }

    private static byte[] spend(int read) {
        return new CanonicalWriter().u8(1).u8(read).toByteArray();
    }

    private static byte[] put(int read) {
        return new CanonicalWriter()
                .u8(2)
                .u8(read)
                .bytes(Bytes.of(new byte[] {1, 2, 3}))
                .toByteArray();
    }

    private byte[] output() {
        CanonicalWriter writer = new CanonicalWriter().u8(3);
        coin.token().writeTo(writer);
        return writer.toByteArray();
    }

    /// The form of a point, which is all that is looked at.
    private static byte[] hiddenOutput() {
        byte[] point = new byte[48];
        point[0] = (byte) 0x80;
        point[47] = 1;
        return new CanonicalWriter().u8(ANONYMOUS_OUTPUT).fixed(point).u63(5).toByteArray();
    }

    private static byte[] add(int tag, StateKey to, long amount) {
        return new CanonicalWriter()
                .u8(tag)
                .fixed(to.value())
                .u63(amount)
                .u63(tag == RAISE ? 1_000_000 : 0)
                .toByteArray();
    }
}

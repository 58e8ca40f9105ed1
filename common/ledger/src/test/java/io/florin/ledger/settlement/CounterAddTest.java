package io.florin.ledger.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.token.Token;
import java.util.List;
import org.junit.jupiter.api.Test;

class CounterAddTest {

    private static final Amount MOST = Amount.of(Long.MAX_VALUE);

    private final TestNetwork network = new TestNetwork(4);
    private final StateKey counter = key(1);
    private final Read absent = Read.absent(key(1));
    private final Write record = new Write.Put(0, Bytes.of(new byte[] {1}));
    private final Write output = new Write.Output(0, new Token(new OwnerKey(network.newId()), 1, Amount.of(5)));

    private StateKey key(int namespace) {
        return StateKey.of(new NamespaceId(namespace), network.newId());
    }

    private CounterAdd raise(long amount, long max) {
        return new CounterAdd.Raise(counter, Amount.of(amount), Amount.of(max));
    }

    private CounterAdd lower(long amount, long min) {
        return new CounterAdd.Lower(counter, Amount.of(amount), Amount.of(min));
    }

    @Test
    void holdsAtTheBoundAndBreaksBeyondIt() {
        assertThat(raise(4, 10).after(6)).hasValue(10);
        assertThat(raise(5, 10).after(6)).isEmpty();
        assertThat(lower(4, 2).after(6)).hasValue(2);
        assertThat(lower(5, 2).after(6)).isEmpty();
        assertThat(raise(1, 0).after(0)).isEmpty();
    }

    @Test
    void neverOverflows() {
        assertThat(new CounterAdd.Raise(counter, MOST, MOST).after(0)).hasValue(Long.MAX_VALUE);
        assertThat(new CounterAdd.Raise(counter, MOST, MOST).after(1)).isEmpty();
        assertThat(new CounterAdd.Raise(counter, MOST, Amount.of(10)).after(Long.MAX_VALUE))
                .isEmpty();
        assertThat(new CounterAdd.Lower(counter, MOST, Amount.ZERO).after(0)).isEmpty();
        assertThat(new CounterAdd.Lower(counter, MOST, MOST).after(Long.MAX_VALUE))
                .isEmpty();
    }

    @Test
    void addsSomething() {
        assertThatThrownBy(() -> raise(0, 10)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> lower(0, 10)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void depositsRaiseWithdrawalsLowerAndNothingElseCounts() {
        StateKey coin = key(1);
        List<Read> spends = List.of(absent, Read.token(coin));
        List<Write> spending = List.of(record, new Write.Spend(1));
        assertThat(deposit(spends, spending, raise(1, 2)).adds()).hasSize(1);
        assertThat(withdrawal(List.of(absent), List.of(record, output), lower(1, 0))
                        .adds())
                .hasSize(1);
        assertMalformed(() -> deposit(spends, spending));
        assertMalformed(() -> deposit(spends, spending, lower(1, 0)));
        assertMalformed(() -> deposit(List.of(absent), List.of(record), raise(1, 2)));
        assertMalformed(() -> deposit(List.of(Read.token(coin)), List.of(new Write.Spend(0), output), raise(1, 2)));
        assertMalformed(() -> withdrawal(List.of(absent), List.of(record, output)));
        assertMalformed(() -> withdrawal(List.of(absent), List.of(record, output), raise(1, 2)));
        assertMalformed(() -> withdrawal(List.of(absent), List.of(record), lower(1, 0)));
        assertMalformed(() -> withdrawal(spends, List.of(record, new Write.Spend(1), output), lower(1, 0)));
        assertMalformed(() -> of(TransactionKind.ISSUE, List.of(absent), List.of(record, output), raise(1, 2)));
        assertMalformed(() -> of(TransactionKind.RAIL_RESCUE, List.of(absent), List.of(record), raise(1, 2)));
    }

    @Test
    void rescuesPutOneKeyAndOutcomesReplaceIt() {
        Read present = Read.token(key(1));
        assertThat(of(TransactionKind.RAIL_RESCUE, List.of(absent), List.of(record))
                        .writes())
                .hasSize(1);
        assertThat(of(TransactionKind.RAIL_RESCUE_OUTCOME, List.of(present), List.of(record))
                        .writes())
                .hasSize(1);
        assertMalformed(() -> of(TransactionKind.RAIL_RESCUE, List.of(present), List.of(record)));
        assertMalformed(() -> of(TransactionKind.RAIL_RESCUE_OUTCOME, List.of(absent), List.of(record)));
        assertMalformed(() -> of(TransactionKind.RAIL_RESCUE_OUTCOME, List.of(new Read(key(1), 2)), List.of(record)));
        assertMalformed(() -> of(TransactionKind.RAIL_RESCUE, List.of(absent), List.of(record, output)));
    }

    @Test
    void refusesTwoAdditionsToOneCounterAndOnesOfAnotherNamespace() {
        assertMalformed(() -> withdrawal(List.of(absent), List.of(record, output), lower(1, 0), lower(2, 0)));
        assertMalformed(() -> withdrawal(
                List.of(absent), List.of(record, output), new CounterAdd.Lower(key(2), Amount.of(1), Amount.ZERO)));
        CounterAdd[] many = new CounterAdd[SettlementTransaction.ADDS_MAX + 1];
        for (int i = 0; i < many.length; i++) {
            many[i] = new CounterAdd.Lower(key(1), Amount.of(1), Amount.ZERO);
        }
        assertMalformed(() -> withdrawal(List.of(absent), List.of(record, output), many));
    }

    @Test
    void oneValueHasOneEncoding() {
        byte[] counting = withdrawal(List.of(absent), List.of(record, output), lower(1, 0))
                .encode();
        byte[] plain = of(TransactionKind.RAIL_RESCUE, List.of(absent), List.of(record))
                .encode();
        assertThat(counting[0]).isEqualTo((byte) 2);
        assertThat(plain[0]).isEqualTo((byte) 1);

        plain[0] = 2;
        assertThatThrownBy(() -> SettlementTransaction.decode(plain)).isInstanceOf(DecodeException.class);
        byte[] empty = java.util.Arrays.copyOf(plain, plain.length + 1);
        assertThatThrownBy(() -> SettlementTransaction.decode(empty)).isInstanceOf(DecodeException.class);
        counting[0] = 1;
        assertThatThrownBy(() -> SettlementTransaction.decode(counting)).isInstanceOf(DecodeException.class);
    }

    private SettlementTransaction deposit(List<Read> reads, List<Write> writes, CounterAdd... adds) {
        return of(TransactionKind.RAIL_DEPOSIT, reads, writes, adds);
    }

    private SettlementTransaction withdrawal(List<Read> reads, List<Write> writes, CounterAdd... adds) {
        return of(TransactionKind.RAIL_WITHDRAWAL, reads, writes, adds);
    }

    private static SettlementTransaction of(
            TransactionKind kind, List<Read> reads, List<Write> writes, CounterAdd... adds) {
        return new SettlementTransaction(
                new TransactionId(Bytes32.ZERO), kind, new NamespaceId(1), false, 1, 100, reads, writes, List.of(adds));
    }

    private static void assertMalformed(org.assertj.core.api.ThrowableAssert.ThrowingCallable made) {
        assertThatThrownBy(made).isInstanceOf(IllegalArgumentException.class);
    }
}

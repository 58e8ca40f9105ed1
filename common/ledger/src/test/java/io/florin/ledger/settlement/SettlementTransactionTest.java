package io.florin.ledger.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.StateKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.client.Transfer;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.rules.SettlementTranslator;
import io.florin.ledger.token.Token;
import io.florin.ledger.token.TokenReference;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SettlementTransactionTest {

    private final TestNetwork network = new TestNetwork(3);
    private final Ed25519KeyPair owner = network.newKey();
    private final StateKey one = key(1);
    private final StateKey two = key(1);
    private final Write output = new Write.Output(0, TestNetwork.token(owner, 5));
    private final Write record = new Write.Put(0, Bytes.of(new byte[10]));

    @Test
    void takes213BytesForTwoInputsAndTwoOutputs() {
        int size = SettlementTranslator.translate(transfer(2), false).encode().length;

        assertThat(size).isEqualTo(213).isLessThanOrEqualTo(300);
    }

    @Test
    void takes1347BytesForSixteenInputsAndSixteenOutputs() {
        assertThat(SettlementTranslator.translate(transfer(16), true).encode()).hasSize(1347);
    }

    @Test
    void refusesAKeyThatIsReadTwice() {
        assertMalformed(
                TransactionKind.TRANSFER,
                List.of(Read.token(one), Read.token(one)),
                List.of(new Write.Spend(0), new Write.Spend(1), output));
    }

    @Test
    void refusesAWriteOfAKeyThatWasNotReadOrIsWrittenTwice() {
        assertMalformed(TransactionKind.TRANSFER, List.of(Read.token(one)), List.of(new Write.Spend(1), output));
        assertMalformed(
                TransactionKind.TRANSFER,
                List.of(Read.token(one)),
                List.of(new Write.Spend(0), new Write.Spend(0), output));
    }

    @Test
    void refusesASpendOfAnAbsentKey() {
        assertMalformed(TransactionKind.TRANSFER, List.of(Read.absent(one)), List.of(new Write.Spend(0), output));
    }

    @Test
    void refusesKeysAndTokensOfAnotherNamespace() {
        assertMalformed(TransactionKind.TRANSFER, List.of(Read.token(key(2))), List.of(new Write.Spend(0), output));
        assertMalformed(
                TransactionKind.TRANSFER,
                List.of(Read.token(one)),
                List.of(
                        new Write.Spend(0),
                        new Write.Output(0, new Token(new OwnerKey(owner.publicKey()), 2, Amount.of(5)))));
    }

    @Test
    void refusesOutputsThatAreNotNumberedInOrder() {
        assertMalformed(
                TransactionKind.TRANSFER,
                List.of(Read.token(one)),
                List.of(new Write.Spend(0), new Write.Output(1, TestNetwork.token(owner, 5))));
    }

    @Test
    void refusesReadsAndWritesThatDoNotFitTheKind() {
        List<Read> absent = List.of(Read.absent(one));
        List<Read> present = List.of(Read.token(one));
        assertMalformed(TransactionKind.TRANSFER, present, List.of());
        assertMalformed(TransactionKind.TRANSFER, present, List.of(new Write.Spend(0)));
        assertMalformed(TransactionKind.TRANSFER, List.of(), List.of(output));
        assertMalformed(TransactionKind.TRANSFER, absent, List.of(record, output));
        assertMalformed(TransactionKind.ISSUE, absent, List.of(record));
        assertMalformed(TransactionKind.ISSUE, present, List.of(new Write.Spend(0), output));
        assertMalformed(TransactionKind.REDEEM, present, List.of(new Write.Spend(0)));
        assertMalformed(TransactionKind.REDEEM, absent, List.of(record));
        assertMalformed(
                TransactionKind.TRANSFER,
                List.of(Read.token(one), Read.token(two)),
                List.of(new Write.Spend(0), output));
        assertMalformed(TransactionKind.CONFIGURATION, absent, List.of(record));
    }

    @Test
    void refusesAConfigurationUnderAnotherKeyOrOfAnotherVersion() {
        Bytes now = Bytes.of(network.configuration().encode());
        assertThatThrownBy(() -> configuration(new Read(StateKeys.CONFIGURATION, 1), now))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> configuration(new Read(key(0), 0), now)).isInstanceOf(IllegalArgumentException.class);
        assertThat(configuration(new Read(StateKeys.CONFIGURATION, 0), now).newConfiguration())
                .contains(network.configuration());
    }

    @Test
    void knowsTheVersionThatEachWriteLeaves() {
        SettlementTransaction redeem = transaction(
                TransactionKind.REDEEM,
                List.of(Read.absent(one), Read.token(two)),
                List.of(record, new Write.Spend(1), output));

        assertThat(redeem.writes().stream().map(redeem::versionAfter).toList()).containsExactly(1L, 0L, 1L);
        assertThat(redeem.keyOf(redeem.writes().get(1))).isEqualTo(two);
        assertThat(redeem.keyOf(redeem.writes().get(2)))
                .isEqualTo(new TokenReference(redeem.id(), 0, TestNetwork.token(owner, 5)).key());
    }

    @Test
    void readsAndWritesHaveBounds() {
        assertThatThrownBy(() -> new Read(one, 1L << 32)).isInstanceOf(IllegalArgumentException.class);
        List<Read> reads =
                IntStream.range(0, 34).mapToObj(_ -> Read.token(key(1))).toList();
        List<Write> writes = new java.util.ArrayList<>(
                IntStream.range(0, 33).<Write>mapToObj(Write.Spend::new).toList());
        writes.add(output);
        assertThat(transaction(TransactionKind.TRANSFER, reads.subList(0, 33), writes)
                        .encode())
                .hasSizeLessThan(1_500);
        assertMalformed(TransactionKind.TRANSFER, reads, writes);
        assertMalformed(
                TransactionKind.ISSUE,
                List.of(Read.absent(one)),
                List.of(new Write.Put(0, Bytes.of(new byte[SettlementTransaction.VALUE_SIZE_MAX + 1])), output));
    }

    private SettlementTransaction configuration(Read read, Bytes value) {
        return new SettlementTransaction(
                new TransactionId(network.newId()),
                TransactionKind.CONFIGURATION,
                NamespaceId.CONFIGURATION,
                false,
                1,
                100,
                List.of(read),
                List.of(new Write.Put(0, value)));
    }

    private void assertMalformed(TransactionKind kind, List<Read> reads, List<Write> writes) {
        assertThatThrownBy(() -> transaction(kind, reads, writes)).isInstanceOf(IllegalArgumentException.class);
    }

    private SettlementTransaction transaction(TransactionKind kind, List<Read> reads, List<Write> writes) {
        return new SettlementTransaction(
                new TransactionId(network.newId()), kind, TestNetwork.CURRENCY, false, 1, 100, reads, writes);
    }

    private StateKey key(int namespace) {
        return StateKey.of(new NamespaceId(namespace), network.newId());
    }

    private Transfer transfer(int tokens) {
        List<TokenReference> inputs = IntStream.range(0, tokens)
                .mapToObj(i -> new TokenReference(
                        new TransactionId(network.newId()), i, TestNetwork.token(owner, 1_000_000_000L)))
                .toList();
        List<Token> outputs = IntStream.range(0, tokens)
                .mapToObj(_ -> TestNetwork.token(owner, 1_000_000_000L))
                .toList();
        return network.transfer(network.header(100), List.of(owner), inputs, outputs);
    }
}

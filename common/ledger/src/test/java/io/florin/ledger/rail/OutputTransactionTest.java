package io.florin.ledger.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.Amount;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.fixture.TestRail;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OutputTransactionTest {
    private final TestRail rail = new TestRail(7, 4);
    private final Ed25519KeyPair alice = rail.newKey();
    private final Ed25519KeyPair bob = rail.newKey();
    private final Bytes32 source = rail.newBytes();
    private final OutputTransaction joint =
            transaction(List.of(spent(0, alice, 700), spent(1, bob, 300)), List.of(made(bob, 999), made(alice, 1)));
    private final SignedOutputTransaction signed = SignedOutputTransaction.sign(joint, List.of(alice, bob));

    @Test
    void allOwnersSignEachOnce() {
        assertThat(signed.isAuthentic()).isTrue();
        assertThat(signed.signatures()).hasSize(2);
        OutputTransaction alone =
                transaction(List.of(spent(0, alice, 700), spent(1, alice, 300)), List.of(made(bob, 1000)));
        assertThat(alone.owners()).containsExactly(new OwnerKey(alice.publicKey()));
        assertThat(SignedOutputTransaction.sign(alone, List.of(alice)).isAuthentic())
                .isTrue();
    }

    @Test
    void oneOwnerCannotSignForAnother() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> SignedOutputTransaction.sign(joint, List.of(alice)));
        for (Bytes signature : signed.signatures()) {
            assertThat(new SignedOutputTransaction(joint, List.of(signature, signature)).isAuthentic())
                    .isFalse();
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> new SignedOutputTransaction(joint, List.of(signature)));
        }
        assertThat(new SignedOutputTransaction(joint, signed.signatures().reversed()).isAuthentic())
                .isFalse();
    }

    /// In ACCEPT's own code the signature does not cover the amounts.
    @Test
    void everyFieldIsSigned() {
        byte[] bytes = signed.encode();
        for (int i = 0; i < bytes.length; i++) {
            byte[] changed = bytes.clone();
            changed[i] ^= 1;
            SignedOutputTransaction other;
            try {
                other = SignedOutputTransaction.decode(changed);
            } catch (DecodeException refused) {
                continue;
            }
            assertThat(other.isAuthentic()).as("byte %d", i).isFalse();
        }
        OutputTransaction shifted = transaction(joint.inputs(), List.of(made(bob, 1), made(alice, 999)));
        assertThat(new SignedOutputTransaction(shifted, signed.signatures()).isAuthentic())
                .isFalse();
    }

    @Test
    void whoSignsAgainHasNotMadeAnotherTransaction() {
        var garbled = new SignedOutputTransaction(joint, Collections.nCopies(2, Bytes.of(new byte[64])));
        assertThat(garbled.id()).isEqualTo(signed.id());
        assertThat(garbled.isAuthentic()).isFalse();
    }

    /// In ACCEPT's own code sums wrap around.
    @Test
    void valuesThatOverflowMakeNoMoney() {
        long half = 1L << 62;
        assertRefused(
                List.of(spent(0, alice, 2)),
                List.of(made(bob, half), made(bob, half), made(bob, half), made(bob, half), made(bob, 2)),
                "63 bits");
        assertRefused(List.of(spent(0, alice, Long.MAX_VALUE), spent(1, alice, 1)), List.of(made(bob, 1)), "63 bits");
    }

    @Test
    void whatIsMadeIsWorthWhatIsSpent() {
        assertRefused(List.of(spent(0, alice, 700)), List.of(made(bob, 701)), "not worth");
        assertRefused(List.of(spent(0, alice, 700)), List.of(made(bob, 699)), "not worth");
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> made(bob, 0));
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> spent(0, bob, 0));
    }

    @Test
    void anOutputIsSpentOnce() {
        SpentOutput first = spent(0, alice, 5);
        assertRefused(List.of(first, first), List.of(made(bob, 10)), "each output once");
        SpentOutput renumbered = new SpentOutput(new OutputId(source, 0, 1), first.owner(), first.value());
        assertRefused(List.of(first, renumbered), List.of(made(bob, 10)), "each output once");
    }

    @Test
    void oneSetOfInputsHasOneOrder() {
        assertRefused(joint.inputs().reversed(), joint.outputs(), "ascend");
    }

    @Test
    void inputsAndOutputsAreBounded() {
        List<SpentOutput> inputs =
                IntStream.range(0, 17).mapToObj(i -> spent(i, alice, 1)).toList();
        List<MadeOutput> outputs = Collections.nCopies(17, made(bob, 1));
        assertRefused(inputs, List.of(made(bob, 17)), "17 inputs");
        assertRefused(List.of(spent(0, alice, 17)), outputs, "17 outputs");
        assertRefused(List.of(), List.of(made(bob, 1)), "0 inputs");
        assertRefused(List.of(spent(0, alice, 1)), List.of(), "0 outputs");
        assertThat(transaction(inputs.subList(0, 16), outputs.subList(0, 16)).inputs())
                .hasSize(16);
    }

    @Test
    void idsAreOrderedBySourceIndexAndNumber() {
        OutputId id = new OutputId(source, 1, 1);
        assertThat(id).isLessThan(new OutputId(source, 1, 2)).isLessThan(new OutputId(source, 2, 0));
        assertThat(id.isSameOutput(new OutputId(source, 1, 7))).isTrue();
        assertThat(id.isSameOutput(new OutputId(source, 2, 1))).isFalse();
        assertThat(id.isSameOutput(new OutputId(joint.id(), 1, 1))).isFalse();
        assertThat(joint.made(1)).isEqualTo(new OutputId(joint.id(), 1, 0));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> joint.made(2));
        for (int[] wrong : new int[][] {{-1, 0}, {256, 0}, {0, -1}}) {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> new OutputId(source, wrong[0], wrong[1]));
        }
    }

    @Test
    void transactionsComeBackAsTheyWere() {
        assertThat(SignedOutputTransaction.decode(signed.encode())).isEqualTo(signed);
        assertThat(CanonicalReader.decode(joint.encode(), OutputTransaction::readFrom))
                .isEqualTo(joint);
    }

    private void assertRefused(List<SpentOutput> inputs, List<MadeOutput> outputs, String why) {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> transaction(inputs, outputs))
                .withMessageContaining(why);
    }

    private OutputTransaction transaction(List<SpentOutput> inputs, List<MadeOutput> outputs) {
        return new OutputTransaction(rail.scope(), inputs, outputs, 50, source);
    }

    private SpentOutput spent(int index, Ed25519KeyPair owner, long value) {
        return new SpentOutput(new OutputId(source, index, 0), new OwnerKey(owner.publicKey()), Amount.of(value));
    }

    private static MadeOutput made(Ed25519KeyPair owner, long value) {
        return new MadeOutput(new RailRecipient.OnRail(TestRail.accountOf(owner)), Amount.of(value));
    }
}

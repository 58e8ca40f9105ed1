package io.florin.ledger.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.client.HiddenPayment;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestHiddenEconomy.Holder;
import io.florin.ledger.fixture.TestHiddenEconomy.Paid;
import io.florin.ledger.fixture.TestHiddenEconomy.Payee;
import io.florin.ledger.fixture.TestNetwork;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Pitfalls 13 and 18: every byte of a payment that stands before its proof is in the transcript, so a proof of one is
/// none of another.
final class TranscriptBindingTest {
    private static final int NOTE_SIZE = 9;

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void everyByteBeforeTheProofIsBound(PrivacyModel model) {
        TestHiddenEconomy economy = new TestHiddenEconomy(13, model);
        payments(economy.withNotes(NOTE_SIZE)).forEach(payment -> bindsEveryByte(economy, payment));
    }

    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void everyByteBeforeTheProofIsBoundUnderPassiveAudit(PrivacyModel model) {
        TestHiddenEconomy economy = TestHiddenEconomy.audited(13, model);
        bindsEveryByte(economy, payments(economy).get(1));
    }

    private static void bindsEveryByte(TestHiddenEconomy economy, HiddenPayment payment) {
        byte[] bytes = payment.encode();
        int end = indexOf(bytes, payment.proof());
        int others = 0;
        for (int at = 0; at < end; at++) {
            byte[] changed = bytes.clone();
            changed[at] ^= 1;
            boolean other = isOther(economy, payment, changed, at);
            if (!other) {
                changed[at] ^= 0x21; // the sign of y, in the first byte of a point, which remains one
                other = isOther(economy, payment, changed, at);
            }
            others += other ? 1 : 0;
        }
        assertThat(others).as("%s that decode", payment.kind()).isGreaterThan(75);
    }

    /// Whether the bytes are another payment; if so, it has another transcript.
    private static boolean isOther(TestHiddenEconomy economy, HiddenPayment payment, byte[] bytes, int at) {
        ClientTransaction read;
        try {
            read = ClientTransaction.decode(bytes);
        } catch (DecodeException malformed) {
            return false;
        }
        if (read instanceof HiddenPayment other) {
            assertThat(binding(economy, other))
                    .as("%s, byte %d", payment.kind(), at)
                    .isNotEqualTo(binding(economy, payment));
            return true;
        }
        return false; // the byte of the model, and the rest is clear
    }

    private static Bytes binding(TestHiddenEconomy economy, HiddenPayment payment) {
        return Bytes.of(payment.statement().transcript(economy.parameters()).binding());
    }

    /// An issue, a transfer and a redemption.
    private static List<HiddenPayment> payments(TestHiddenEconomy economy) {
        TestNetwork network = economy.network();
        Ed25519KeyPair treasury = network.newKey();
        OwnerKey owner = new OwnerKey(treasury.publicKey());
        Holder alice = economy.newHolder();
        Paid issue = economy.issue(network.header(100), owner, new Payee(alice, 700));
        Paid payment = economy.pay(network.header(100), issue.coins(), new Payee(alice, 700));
        Paid redemption = economy.redeem(network.header(100), owner, 200, payment.coins(), new Payee(alice, 500));
        return List.of(issue.payment(), payment.payment(), redemption.payment());
    }

    private static int indexOf(byte[] bytes, Bytes part) {
        byte[] sought = part.toArray();
        for (int at = 0; at + sought.length <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + sought.length, sought, 0, sought.length)) {
                return at;
            }
        }
        throw new IllegalArgumentException("not there");
    }
}

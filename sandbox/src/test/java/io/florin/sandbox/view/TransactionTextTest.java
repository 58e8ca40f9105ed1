package io.florin.sandbox.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes32;
import io.florin.crypto.group.CurvePoint;
import io.florin.crypto.group.G1;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.StateKey;
import io.florin.ledger.TransactionId;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.ledger.privacy.RecordedToken;
import io.florin.ledger.settlement.Read;
import io.florin.ledger.settlement.SettlementTransaction;
import io.florin.ledger.settlement.Write;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransactionTextTest {

    /// A committer takes whatever has the form of a token, so a page about it must be able to say so.
    @Test
    void printsTheBytesOfATokenThatDoesNotOpen() {
        byte[] bytes = Arrays.copyOf(G1.generator().encode(), 2 * G1.SIZE);
        System.arraycopy(offCurve(), 0, bytes, G1.SIZE, G1.SIZE);
        RecordedToken token = RecordedToken.of(PrivacyModel.UNLINKABLE, bytes);
        byte[] key = new byte[Bytes32.SIZE];
        key[1] = 1;
        var transaction = new SettlementTransaction(
                new TransactionId(Bytes32.of(new byte[Bytes32.SIZE])),
                TransactionKind.TRANSFER,
                new NamespaceId(1),
                false,
                1,
                100,
                List.of(Read.absent(StateKey.of(key))),
                List.of(new Write.Serial(0), new Write.HiddenOutput(0, token)));

        assertThat(TransactionText.of(transaction))
                .anyMatch(line -> line.endsWith(
                        "a token that cannot be read: " + token.encoded().toHex()));
    }

    private static byte[] offCurve() {
        byte[] point = new byte[G1.SIZE];
        point[0] = (byte) 0x80;
        for (byte x = 4; ; x++) {
            point[G1.SIZE - 1] = x;
            try {
                CurvePoint.decode(point);
            } catch (IllegalArgumentException none) {
                return point;
            }
        }
    }
}

package io.florin.instant.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.florin.crypto.Bytes;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import java.util.List;
import org.junit.jupiter.api.Test;

class JournalHeadTest {
    private static final JournalHead START = JournalHead.start(Sha256.hash(new byte[] {1}));
    private static final byte[] ONE = {1};
    private static final byte[] TWO = {2};

    @Test
    void chainsNameOrderAndContent() {
        JournalHead head = START.next(ONE).next(TWO);
        assertThat(head.height()).isEqualTo(2);
        assertThat(START.next(TWO).next(ONE).hash()).isNotEqualTo(head.hash());
        assertThat(START.next(ONE).next(ONE).hash()).isNotEqualTo(head.hash());
        assertThat(START.next(new byte[] {1, 2}).hash()).isNotEqualTo(head.hash());
        JournalHead other = JournalHead.start(Sha256.hash(new byte[] {2}));
        assertThat(other.next(ONE).next(TWO).hash()).isNotEqualTo(head.hash());
    }

    /// Peers keep it and compare it: a change of the hash is a change of the format.
    @Test
    void isAsRecorded() {
        assertThat(START.next(ONE).next(TWO).hash().toHex())
                .isEqualTo("48506dc1f73526941a84d01ea52be4ee9b84413bb8f9be4268494524ca41e735");
    }

    @Test
    void comesBackAsItWas() {
        JournalHead head = START.next(ONE);
        CanonicalWriter writer = new CanonicalWriter();
        head.writeTo(writer);
        byte[] bytes = writer.toByteArray();
        assertThat(bytes).hasSize(JournalHead.ENCODED_SIZE);
        assertThat(CanonicalReader.decode(bytes, JournalHead::readFrom)).isEqualTo(head);
    }

    @Test
    void groupsComeBackAsTheyWere() {
        var group = new JournalGroup(START, List.of(Bytes.of(ONE), Bytes.of(TWO)));
        assertThat(JournalGroup.decode(group.encode())).isEqualTo(group);
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> new JournalGroup(START, List.of()));
        byte[] otherVersion = group.encode();
        otherVersion[0] = 2;
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> JournalGroup.decode(otherVersion));
    }
}

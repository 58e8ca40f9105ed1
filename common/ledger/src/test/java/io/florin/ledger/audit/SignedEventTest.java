package io.florin.ledger.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.ledger.audit.AuditEvent.IncidentFound;
import io.florin.ledger.audit.AuditEvent.SupplyProved;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.fixture.TestNetwork;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SignedEventTest {
    private final TestNetwork network = new TestNetwork(12);
    private final SupplyProved proof = supply(900);
    private final SupplyProved onRails = new SupplyProved(
            7, 1, 1_000, 100, 900, 250, true, network.newId(), network.newId(), Bytes.of(network.newBytes(64)));
    private final IncidentFound incident = new IncidentFound(4, IncidentKind.FORGED_BLOCK, 7, Optional.of(3L));

    private SupplyProved supply(long outstanding) {
        return new SupplyProved(
                7, 1, 1_000, 100, outstanding, true, network.newId(), network.newId(), Bytes.of(network.newBytes(64)));
    }

    private SignedEvent sign(AuditEvent event) {
        return SignedEvent.of(network.networkId(), 1_000_000, event, 0, network.auditor());
    }

    @Test
    void isReadAsItWasWritten() {
        for (AuditEvent event : new AuditEvent[] {
            proof, onRails, incident, new IncidentFound(5, IncidentKind.LOG_BROKEN, 0, Optional.empty())
        }) {
            SignedEvent read = SignedEvent.decode(sign(event).encode());
            assertThat(read).isEqualTo(sign(event));
            assertThat(read.isAuthentic(network.auditor().publicKey())).isTrue();
            assertThat(read.isAuthentic(network.committer().publicKey())).isFalse();
        }
    }

    @Test
    void everyByteIsSigned() {
        for (AuditEvent event : new AuditEvent[] {proof, onRails, incident}) {
            byte[] encoded = sign(event).encode();
            assertThat(encoded.length).isLessThanOrEqualTo(SignedEvent.ENCODED_SIZE_MAX);
            for (int at = 0; at < encoded.length; at++) {
                byte[] changed = encoded.clone();
                changed[at] ^= 1;
                assertThat(isAuthentic(changed)).as("byte " + at).isFalse();
            }
            assertThatThrownBy(() -> SignedEvent.decode(Arrays.copyOf(encoded, encoded.length - 1)))
                    .isInstanceOf(DecodeException.class);
        }
    }

    private boolean isAuthentic(byte[] encoded) {
        try {
            return SignedEvent.decode(encoded).isAuthentic(network.auditor().publicKey());
        } catch (DecodeException refused) {
            return false;
        }
    }

    @Test
    void onlyMoneyOnRailsHasItsOwnKind() {
        assertThat(sign(proof).encode()[1]).isEqualTo((byte) 1);
        byte[] encoded = sign(onRails).encode();
        assertThat(encoded[1]).isEqualTo((byte) 3);
        Arrays.fill(encoded, 76, 84, (byte) 0);
        assertThatThrownBy(() -> SignedEvent.decode(encoded))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("nothing is on rails");
    }

    @Test
    void anAmountBelowZeroIsWrittenAsZero() {
        SignedEvent read = SignedEvent.decode(sign(supply(-5)).encode());
        assertThat(((SupplyProved) read.event()).outstanding()).isZero();
        assertThat(read.isAuthentic(network.auditor().publicKey())).isTrue();
    }

    @Test
    void theLongestEventFits() {
        for (IncidentKind kind : IncidentKind.values()) {
            var longest = new IncidentFound(Long.MAX_VALUE, kind, Long.MAX_VALUE, Optional.of(0xffff_ffffL));
            assertThat(sign(longest).encode().length).isLessThanOrEqualTo(SignedEvent.ENCODED_SIZE_MAX);
        }
    }
}

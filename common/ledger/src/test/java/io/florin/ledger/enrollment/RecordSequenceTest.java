package io.florin.ledger.enrollment;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.ledger.enrollment.RecordSequence.Fault;
import io.florin.ledger.enrollment.RecordSequence.Position;
import io.florin.ledger.enrollment.RecordSequence.Verdict;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
import io.florin.ledger.enrollment.RegistrationEvent.Heartbeat;
import io.florin.ledger.enrollment.RegistrationEvent.ParticipantChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestNetwork;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RecordSequenceTest {

    private static final RegistrationEvent ADMITTED = new ParticipantChanged(1, "Bank", "FLNBXAAA", Standing.ACTIVE);

    private final TestNetwork network = new TestNetwork(4);
    private final RecordSequence sequence = from(Position.START);

    private RecordSequence from(Position position) {
        return new RecordSequence(network.networkId(), network.registration().publicKey(), position);
    }

    private Verdict take(long number, RegistrationEvent event) {
        return sequence.take(network.record(number, 100 * number, event));
    }

    @Test
    void takesOneAfterTheOther() {
        RegistrationRecord first = network.record(1, 100, ADMITTED);

        assertThat(sequence.take(Bytes.of(first.encode()))).isEqualTo(new Verdict.Next(first));
        assertThat(take(2, new CredentialEpoch(1, 5))).isInstanceOf(Verdict.Next.class);
        assertThat(take(3, new Heartbeat())).isInstanceOf(Verdict.Next.class);
        assertThat(sequence.position()).isEqualTo(new Position(3, 300, 1));
    }

    @Test
    void goesOnWhereAnotherStopped() {
        RecordSequence next = from(new Position(41, 9, 6));

        assertThat(next.take(network.record(42, 8, new CredentialEpoch(7, 1)))).isInstanceOf(Verdict.Next.class);
        assertThat(next.position()).as("the clock never goes back").isEqualTo(new Position(42, 9, 7));
    }

    @Test
    void aRepeatIsNotTakenAgainWhateverItSays() {
        take(1, ADMITTED);
        take(2, new Heartbeat());

        assertThat(take(1, new CredentialEpoch(1, 1))).isEqualTo(new Verdict.Repeated());
        assertThat(take(2, new Heartbeat())).isEqualTo(new Verdict.Repeated());
        assertThat(sequence.position()).isEqualTo(new Position(2, 200, 0));
    }

    @Test
    void aGapIsRefusedAndCanBeFilled() {
        take(1, ADMITTED);

        assertThat(take(3, new Heartbeat())).isEqualTo(new Verdict.Refused(Fault.GAP));
        assertThat(sequence.position()).isEqualTo(new Position(1, 100, 0));
        assertThat(take(2, new Heartbeat())).isInstanceOf(Verdict.Next.class);
        assertThat(take(3, new Heartbeat())).isInstanceOf(Verdict.Next.class);
    }

    @Test
    void whatRegistrationHasNotSignedIsRefused() {
        RegistrationRecord genuine = network.record(1, 100, ADMITTED);
        var other = new ParticipantChanged(1, "Bank", "FLNBXAAA", Standing.REVOKED);
        var changed = new RegistrationRecord(1, 100, other, genuine.signature());
        var later = new RegistrationRecord(1, 101, ADMITTED, genuine.signature());
        RegistrationRecord foreign = new TestNetwork(5).record(1, 100, ADMITTED);

        for (RegistrationRecord forged : new RegistrationRecord[] {changed, later, foreign}) {
            assertThat(sequence.take(forged)).isEqualTo(new Verdict.Refused(Fault.FORGED));
        }
        assertThat(sequence.position()).isEqualTo(Position.START);
    }

    @Test
    void onlyTheNextEpochIsTaken() {
        take(1, new CredentialEpoch(1, 5));
        take(2, new CredentialEpoch(2, 6));

        for (long wrong : new long[] {1, 2, 4}) {
            assertThat(take(3, new CredentialEpoch(wrong, 7))).isEqualTo(new Verdict.Refused(Fault.OTHER_EPOCH));
        }
        assertThat(sequence.position()).isEqualTo(new Position(2, 200, 2));
        assertThat(take(3, new CredentialEpoch(3, 7))).isInstanceOf(Verdict.Next.class);
    }

    @Test
    void whatCannotBeReadIsRefused() {
        byte[] encoded = network.record(1, 100, ADMITTED).encode();
        byte[] cut = Arrays.copyOf(encoded, encoded.length - 1);
        byte[] huge = new byte[RegistrationRecord.ENCODED_SIZE_MAX + 1];

        for (byte[] wrong : new byte[][] {cut, huge, {}}) {
            assertThat(sequence.take(Bytes.of(wrong))).isEqualTo(new Verdict.Refused(Fault.UNREADABLE));
        }
        assertThat(sequence.position()).isEqualTo(Position.START);
    }
}

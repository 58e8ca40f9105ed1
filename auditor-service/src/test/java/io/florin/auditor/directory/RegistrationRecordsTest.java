package io.florin.auditor.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Heartbeat;
import io.florin.ledger.enrollment.RegistrationEvent.ParticipantChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestNetwork;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegistrationRecordsTest {
    private final TestNetwork network = new TestNetwork(4);
    private final OwnerKey owner = new OwnerKey(network.newKey().publicKey());
    private final RegistrationRecords records =
            new RegistrationRecords(network.networkId(), network.configuration().registrationKey(), 10_000);
    private final Bytes bank = record(1, new ParticipantChanged(1, "Bank", "TESTFRPP", Standing.ACTIVE));
    private final Bytes person =
            record(2, new EnrollmentChanged(network.newId(), owner, network.newId(), 1, 1, false, Standing.ACTIVE));
    private final Bytes revocation = record(3, new ParticipantChanged(1, "Bank", "TESTFRPP", Standing.REVOKED));

    @Test
    void knowsWhoIsEnrolledWhileRecordsAreCurrent() {
        List.of(bank, person, person).forEach(records::apply);

        assertThat(records.isCurrent(12_000)).isTrue();
        assertThat(records.standing(owner)).contains(Standing.ACTIVE);
        assertThat(records.isCurrent(12_003)).isFalse();
        assertThat(records.isQuiet(8_000)).isTrue();
    }

    @Test
    void stopsAtAGapUntilItIsRebuiltFromTheFirstRecord() {
        List.of(bank, revocation).forEach(records::apply);
        assertThat(records.isBroken()).isTrue();
        assertThat(records.isCurrent(3)).isFalse();

        RegistrationRecords.Rebuild rebuild = records.new Rebuild();
        rebuild.apply(List.of(bank, person, revocation));

        assertThat(rebuild.adopt()).isTrue();
        assertThat(records.isCurrent(3)).isTrue();
        assertThat(records.standing(owner)).contains(Standing.REVOKED);
    }

    @Test
    void stopsAtARecordThatCannotBeReadOrIsForged() {
        records.apply(Bytes.of(new byte[] {1}));
        assertThat(records.isBroken()).isTrue();

        var other =
                new RegistrationRecords(network.networkId(), network.newKey().publicKey(), 10_000);
        other.apply(bank);
        assertThat(other.isBroken()).isTrue();
    }

    @Test
    void takesNoRebuildThatForgetsARecord() {
        List.of(bank, person, revocation).forEach(records::apply);
        records.apply(Bytes.of(new byte[] {1}));

        RegistrationRecords.Rebuild rebuild = records.new Rebuild();
        rebuild.apply(List.of(bank, person));

        assertThat(rebuild.adopt()).isFalse();
        assertThat(records.isBroken()).isTrue();
    }

    private Bytes record(long sequence, io.florin.ledger.enrollment.RegistrationEvent event) {
        return Bytes.of(network.record(sequence, 2_000 + sequence - 1, event).encode());
    }

    @Test
    void countsAHeartbeatAsAWord() {
        records.apply(bank);
        records.apply(record(2, new Heartbeat()));

        assertThat(records.lastSequence()).isEqualTo(2);
    }
}

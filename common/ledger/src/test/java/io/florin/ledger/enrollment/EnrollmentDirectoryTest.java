package io.florin.ledger.enrollment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Heartbeat;
import io.florin.ledger.enrollment.RegistrationEvent.ParticipantChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestNetwork;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EnrollmentDirectoryTest {

    private static final long SILENCE_MAX = 30_000;

    private final TestNetwork network = new TestNetwork(4);
    private final EnrollmentDirectory directory =
            new EnrollmentDirectory(network.networkId(), network.registration().publicKey());
    private final OwnerKey owner = new OwnerKey(network.newKey().publicKey());
    private long sequence;

    @Test
    void isNotCurrentBeforeTheFirstRecord() {
        assertThat(directory.isCurrent(0, SILENCE_MAX)).isFalse();
    }

    @Test
    void countsTheWorseOfTheOwnersAndItsBanksStanding() {
        next(bank(Standing.ACTIVE));
        assertThat(directory.standing(owner)).isEmpty();
        for (Standing own : Standing.values()) {
            for (Standing bank : Standing.values()) {
                next(enrolled(own));
                next(bank(bank));
                assertThat(directory.standing(owner)).contains(own.compareTo(bank) >= 0 ? own : bank);
            }
        }
    }

    @Test
    void countsAnOwnerOfAnUnknownBankAsRevoked() {
        next(enrolled(Standing.ACTIVE));

        assertThat(directory.standing(owner)).contains(Standing.REVOKED);
    }

    @Test
    void goesOnFromWhatWasKept() {
        next(bank(Standing.ACTIVE));
        next(enrolled(Standing.ACTIVE));
        next(enrolled(Standing.SUSPENDED));
        next(new CredentialEpoch(1, 10));

        EnrollmentDirectory resumed = resume(directory.encode());

        assertThat(resumed.lastSequence()).isEqualTo(4);
        assertThat(resumed.credentialEpoch()).contains(new CredentialEpoch(1, 10));
        assertThat(resumed.standing(owner)).contains(Standing.SUSPENDED);
        assertThat(resumed.participants()).isEqualTo(directory.participants());
        assertThat(resumed.isCurrent(1, SILENCE_MAX)).isEqualTo(directory.isCurrent(1, SILENCE_MAX));
        assertThat(resumed.encode()).isEqualTo(directory.encode());
        resumed.apply(network.record(5, 5, enrolled(Standing.ACTIVE)));
        assertThat(resumed.isBroken()).isFalse();
        assertThat(resumed.standing(owner)).contains(Standing.ACTIVE);
        resumed.apply(Bytes.EMPTY);
        assertThatThrownBy(resumed::encode).isInstanceOf(IllegalStateException.class);
        byte[] cut = Arrays.copyOf(directory.encode(), 40);
        assertThatThrownBy(() -> resume(cut)).isInstanceOf(DecodeException.class);
    }

    private EnrollmentDirectory resume(byte[] kept) {
        return EnrollmentDirectory.resume(
                network.networkId(), network.registration().publicKey(), kept);
    }

    @Test
    void ignoresARepeat() {
        next(bank(Standing.ACTIVE));
        next(enrolled(Standing.REVOKED));
        directory.apply(network.record(1, 1, enrolled(Standing.ACTIVE)));

        assertThat(directory.isBroken()).isFalse();
        assertThat(directory.standing(owner)).contains(Standing.REVOKED);
    }

    @Test
    void isBrokenForEverByAGap() {
        next(new Heartbeat());
        directory.apply(network.record(3, 1_000, new Heartbeat()));
        next(new Heartbeat());

        assertThat(directory.isBroken()).isTrue();
        assertThat(directory.isCurrent(1_000, SILENCE_MAX)).isFalse();
    }

    @Test
    void isBrokenByAForgedRecordOfThisOrAnotherNetwork() {
        RegistrationRecord genuine = network.record(1, 1_000, enrolled(Standing.ACTIVE));
        RegistrationRecord changed = new RegistrationRecord(1, 1_000, enrolled(Standing.REVOKED), genuine.signature());
        RegistrationRecord foreign = new TestNetwork(5).record(1, 1_000, enrolled(Standing.ACTIVE));
        for (RegistrationRecord forged : java.util.List.of(changed, foreign)) {
            EnrollmentDirectory other = new EnrollmentDirectory(
                    network.networkId(), network.registration().publicKey());
            other.apply(forged);
            assertThat(other.isBroken()).isTrue();
            assertThat(other.enrollment(owner)).isEmpty();
        }
    }

    @Test
    void isBrokenByARecordThatCannotBeRead() {
        next(new Heartbeat());
        directory.apply(Bytes.EMPTY);

        assertThat(directory.isCurrent(1, SILENCE_MAX)).isFalse();
    }

    @Test
    void isNotCurrentAfterASilencePastTheLimit() {
        directory.apply(network.record(1, 100_000, new Heartbeat()));

        assertThat(directory.isCurrent(100_000 + SILENCE_MAX, SILENCE_MAX)).isTrue();
        assertThat(directory.isCurrent(100_001 + SILENCE_MAX, SILENCE_MAX)).isFalse();
    }

    @Test
    void carriesABanksNameOfAllItsCharacters() {
        for (String name : java.util.List.of("é".repeat(140), "漢".repeat(140), "\ud83c\udfe6".repeat(70))) {
            RegistrationRecord record =
                    network.record(1, 1, new ParticipantChanged(1, name, "FLNBXAAA", Standing.ACTIVE));

            assertThat(RegistrationRecord.decode(record.encode())).isEqualTo(record);
            assertThat(record.encode()).hasSizeLessThanOrEqualTo(RegistrationRecord.ENCODED_SIZE_MAX);
        }
    }

    @Test
    void makesNoRecordThatItsReadersWouldRefuse() {
        assertThatThrownBy(() -> new ParticipantChanged(1, "x".repeat(141), "FLNBXAAA", Standing.ACTIVE))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ParticipantChanged(1, "x", "FLNBXAAAXXXX", Standing.ACTIVE))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RegistrationRecord(1, 1, new Heartbeat(), Bytes.of(new byte[63])))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void followsTheEpochsOfCredentials() {
        assertThat(directory.credentialEpoch()).isEmpty();
        next(new CredentialEpoch(1, 1_000));
        next(new CredentialEpoch(2, 5_000));
        assertThat(directory.credentialEpoch()).contains(new CredentialEpoch(2, 5_000));

        directory.apply(network.record(1, 1, new CredentialEpoch(1, 1_000)));
        assertThat(directory.isBroken()).isFalse();
        for (long wrong : new long[] {1, 2, 4}) {
            EnrollmentDirectory other = resume(directory.encode());
            other.apply(network.record(3, 3, new CredentialEpoch(wrong, 9_000)));
            assertThat(other.isBroken()).as("epoch %d", wrong).isTrue();
            assertThat(other.credentialEpoch()).contains(new CredentialEpoch(2, 5_000));
        }
    }

    /// Current and, for a while, the one before; never one to come, never one long past.
    @Test
    void takesTheEpochBeforeDuringTheGrace() {
        CredentialEpoch epoch = new CredentialEpoch(7, 10_000);

        assertThat(epoch.accepts(7, 10_000, 60_000)).isTrue();
        assertThat(epoch.accepts(7, Long.MAX_VALUE, 0)).isTrue();
        assertThat(epoch.accepts(6, 69_999, 60_000)).isTrue();
        assertThat(epoch.accepts(6, 70_000, 60_000)).isFalse();
        assertThat(epoch.accepts(6, 10_000, 0)).isFalse();
        assertThat(epoch.accepts(5, 10_000, 60_000)).isFalse();
        assertThat(epoch.accepts(8, 10_000, 60_000)).isFalse();
        assertThat(new CredentialEpoch(1, 10_000).accepts(0, 10_000, 60_000)).isFalse();
        assertThat(epoch.hasBegun(1)).isTrue();
        assertThat(epoch.hasBegun(7)).isTrue();
        assertThat(epoch.hasBegun(8)).isFalse();
        assertThat(epoch.hasBegun(0)).isFalse();
    }

    @Test
    void makesNoEpochWithoutANumber() {
        for (long wrong : new long[] {0, -1, 0x1_0000_0000L}) {
            assertThatThrownBy(() -> new CredentialEpoch(wrong, 1)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> new CredentialEpoch(1, -1)).isInstanceOf(IllegalArgumentException.class);
        byte[] zero = network.record(1, 1, new CredentialEpoch(1, 1)).encode();
        zero[8 + 8 + 1 + 3] = 0;
        assertThatThrownBy(() -> RegistrationRecord.decode(zero)).isInstanceOf(DecodeException.class);
    }

    private void next(RegistrationEvent event) {
        sequence++;
        directory.apply(network.record(sequence, sequence, event));
    }

    private static ParticipantChanged bank(Standing standing) {
        return new ParticipantChanged(1, "Bank", "FLNBXAAA", standing);
    }

    private EnrollmentChanged enrolled(Standing standing) {
        return new EnrollmentChanged(Bytes32.ZERO, owner, Bytes32.ZERO, 1, 1, true, standing);
    }
}

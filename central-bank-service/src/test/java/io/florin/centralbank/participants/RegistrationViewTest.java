package io.florin.centralbank.participants;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.ParticipantChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.enrollment.RegistrationRecord;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RegistrationViewTest {
    private static final NetworkId NETWORK = new NetworkId(Bytes32.ZERO);

    private final Random random = new Random(9);
    private final Ed25519KeyPair registration = Ed25519.generate(random);
    private final OwnerKey owner = new OwnerKey(Ed25519.generate(random).publicKey());

    private RegistrationView view() {
        return new RegistrationView(
                NETWORK, registration.publicKey(), 60_000, InstantSource.fixed(Instant.ofEpochMilli(10)));
    }

    private byte[] bank(long sequence, Standing standing) {
        return record(sequence, new ParticipantChanged(1, "Bank One", "BANKFRPPXXX", standing));
    }

    private byte[] enrolled(long sequence) {
        Bytes32 some = owner.value();
        return record(sequence, new EnrollmentChanged(some, owner, some, 1, Tier.TREASURY, true, Standing.ACTIVE));
    }

    private byte[] record(long sequence, RegistrationEvent event) {
        byte[] message = RegistrationRecord.signedMessage(NETWORK, sequence, sequence, event);
        return new RegistrationRecord(sequence, sequence, event, registration.sign(message)).encode();
    }

    @Test
    void goesOnWhereItWas() {
        RegistrationView before = view();
        assertThat(before.kept()).isEmpty();
        before.apply(bank(1, Standing.ACTIVE), 5);
        before.apply(enrolled(2), 6);

        RegistrationView after = view();
        after.resume(before.kept().orElseThrow());

        assertThat(after.nextOffset()).isEqualTo(6);
        assertThat(after.lastSequence()).isEqualTo(2);
        assertThat(after.isCurrent()).isTrue();
        assertThat(after.participants()).isEqualTo(before.participants());
        assertThat(after.owner(owner)).isEqualTo(before.owner(owner)).isPresent();
        after.apply(bank(3, Standing.SUSPENDED), 7);
        assertThat(after.owner(owner).orElseThrow().standing()).isEqualTo(Standing.SUSPENDED);
        assertThat(after.kept().orElseThrow().nextOffset()).isEqualTo(7);
    }

    @Test
    void keepsNothingOnceItIsBroken() {
        RegistrationView view = view();
        view.apply(bank(1, Standing.ACTIVE), 1);
        view.apply(bank(3, Standing.ACTIVE), 2);

        assertThat(view.isCurrent()).isFalse();
        assertThat(view.kept()).isEmpty();
    }
}

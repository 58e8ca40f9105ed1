package io.florin.instant.standing;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes32;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Heartbeat;
import io.florin.ledger.enrollment.RegistrationEvent.ParticipantChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.rail.RailAccount;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnerStandingsTest {

    private final TestNetwork network = new TestNetwork(6);
    private final OwnerKey alice = new OwnerKey(network.newKey().publicKey());
    private final OwnerKey bob = new OwnerKey(network.newKey().publicKey());
    private final OwnerStandings standings = new OwnerStandings();

    private void bank(int number, Standing standing) {
        standings.take(new ParticipantChanged(number, "Bank", "FLRNXX00", standing));
    }

    private void owner(OwnerKey owner, int bank, Standing standing) {
        standings.take(new EnrollmentChanged(Bytes32.ZERO, owner, Bytes32.ZERO, bank, 1, true, standing));
    }

    @Test
    void whoIsActiveAtAnActiveBankPays() {
        bank(1, Standing.ACTIVE);
        owner(alice, 1, Standing.ACTIVE);
        standings.take(new Heartbeat());
        assertThat(standings.takeChanged()).isEqualTo(Map.of(RailAccount.of(alice), false));
        assertThat(standings.takeChanged()).isEmpty();
    }

    @Test
    void whoIsSuspendedOrRevokedDoesNotAndMayAgain() {
        bank(1, Standing.ACTIVE);
        owner(alice, 1, Standing.SUSPENDED);
        owner(bob, 1, Standing.REVOKED);
        assertThat(standings.takeChanged()).isEqualTo(Map.of(RailAccount.of(alice), true, RailAccount.of(bob), true));
        owner(alice, 1, Standing.ACTIVE);
        assertThat(standings.takeChanged()).isEqualTo(Map.of(RailAccount.of(alice), false));
    }

    @Test
    void aBanksStandingIsThatOfItsCustomersAtBest() {
        bank(1, Standing.ACTIVE);
        bank(2, Standing.ACTIVE);
        owner(alice, 1, Standing.ACTIVE);
        owner(bob, 2, Standing.ACTIVE);
        standings.takeChanged();
        bank(1, Standing.SUSPENDED);
        assertThat(standings.takeChanged()).isEqualTo(Map.of(RailAccount.of(alice), true));
        bank(1, Standing.ACTIVE);
        assertThat(standings.takeChanged()).isEqualTo(Map.of(RailAccount.of(alice), false));
    }

    @Test
    void whatHappenedOnTheWayIsNotTold() {
        bank(1, Standing.ACTIVE);
        owner(alice, 1, Standing.SUSPENDED);
        owner(alice, 1, Standing.ACTIVE);
        assertThat(standings.takeChanged()).isEqualTo(Map.of(RailAccount.of(alice), false));
    }

    @Test
    void aCustomerOfNoBankDoesNotPay() {
        owner(alice, 9, Standing.ACTIVE);
        assertThat(standings.takeChanged()).isEqualTo(Map.of(RailAccount.of(alice), true));
    }
}

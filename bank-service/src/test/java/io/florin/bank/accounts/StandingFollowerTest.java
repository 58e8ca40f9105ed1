package io.florin.bank.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.RecordSequence.Fault;
import io.florin.ledger.enrollment.RecordSequence.Position;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Heartbeat;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.enrollment.RegistrationRecord;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentApplication;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentView;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.ResourceAccessException;

class StandingFollowerTest {

    private static final int PARTICIPANT = 1;

    private final TestNetwork network = new TestNetwork(6);
    private final List<String> records = new ArrayList<>();
    private final OwnerKey anna = new OwnerKey(network.newKey().publicKey());
    private final OwnerKey bert = new OwnerKey(network.newKey().publicKey());
    private final Kept kept = new Kept();
    private final List<Fault> refused = new ArrayList<>();
    private final List<Long> asked = new ArrayList<>();
    private boolean away;
    private StandingFollower follower = follower();

    private StandingFollower follower() {
        return new StandingFollower(
                new Registration(),
                kept,
                network.networkId(),
                network.registration().publicKey(),
                PARTICIPANT,
                refused::add);
    }

    private static String encoded(RegistrationRecord record) {
        return Base64.getEncoder().encodeToString(record.encode());
    }

    private void record(RegistrationEvent event) {
        long sequence = records.size() + 1L;
        records.add(encoded(network.record(sequence, 10 * sequence, event)));
    }

    private EnrollmentChanged enrollment(OwnerKey owner, int participant, Standing standing) {
        return new EnrollmentChanged(network.newId(), owner, network.newId(), participant, 2, true, standing);
    }

    private void record(OwnerKey owner, Standing standing) {
        record(enrollment(owner, PARTICIPANT, standing));
    }

    @Test
    void keepsTheLastStandingOfItsOwnWalletsAndHowFarItIs() {
        record(anna, Standing.ACTIVE);
        record(bert, Standing.SUSPENDED);
        record(enrollment(new OwnerKey(network.newKey().publicKey()), 2, Standing.REVOKED));
        record(new CredentialEpoch(1, 3));
        record(anna, Standing.REVOKED);

        assertThat(follower.step()).isEqualTo(5);
        assertThat(kept.standings)
                .containsExactlyInAnyOrderEntriesOf(Map.of(anna, Standing.REVOKED, bert, Standing.SUSPENDED));
        assertThat(kept.position).isEqualTo(new Position(5, 50, 1));
        assertThat(follower.applied()).isEqualTo(5);
        assertThat(follower.step()).isZero();
        assertThat(kept.commits).isEqualTo(1);
    }

    /// Who was suspended in one page and reinstated in a later one is not suspended on the way.
    @Test
    void appliesAllPagesOfAnAbsenceAtOnce() {
        record(anna, Standing.SUSPENDED);
        for (int more = 0; more < 2 * RegistrationInternalApi.RECORDS_MAX; more++) {
            record(new Heartbeat());
        }
        record(anna, Standing.ACTIVE);
        record(bert, Standing.SUSPENDED);

        assertThat(follower.step()).isEqualTo(RegistrationInternalApi.RECORDS_MAX);
        assertThat(follower.step()).isEqualTo(RegistrationInternalApi.RECORDS_MAX);
        assertThat(kept.commits).isZero();
        assertThat(follower.step()).isEqualTo(3);
        assertThat(kept.commits).isEqualTo(1);
        assertThat(kept.standings)
                .containsExactlyInAnyOrderEntriesOf(Map.of(anna, Standing.ACTIVE, bert, Standing.SUSPENDED));
    }

    @Test
    void goesOnWhereItWasStopped() {
        record(anna, Standing.ACTIVE);
        follower.step();
        record(anna, Standing.SUSPENDED);
        follower = follower();

        follower.step();

        assertThat(asked).containsExactly(0L, 1L);
        assertThat(kept.standings).containsEntry(anna, Standing.SUSPENDED);
    }

    /// What came before it is kept, and the same place is asked for until the right record is there.
    @Test
    void aForgedRecordChangesNothing() {
        record(anna, Standing.SUSPENDED);
        record(bert, Standing.REVOKED);
        String genuine = records.get(1);
        RegistrationRecord signed =
                RegistrationRecord.decode(Base64.getDecoder().decode(genuine));
        records.set(
                1,
                encoded(new RegistrationRecord(
                        2, 20, enrollment(bert, PARTICIPANT, Standing.ACTIVE), signed.signature())));
        record(new Heartbeat());

        for (int times = 1; times <= 2; times++) {
            assertThatThrownBy(follower::step).hasMessageContaining("FORGED after 1");
        }
        assertThat(refused).containsExactly(Fault.FORGED, Fault.FORGED);
        assertThat(kept.standings).containsExactlyEntriesOf(Map.of(anna, Standing.SUSPENDED));
        assertThat(kept.position.sequence()).isEqualTo(1);

        records.set(1, genuine);
        assertThat(follower.step()).isEqualTo(2);
        assertThat(kept.standings).containsEntry(bert, Standing.REVOKED);
    }

    @Test
    void whatIsMissingOrUnreadableOrOfAnotherEpochIsRefused() {
        record(anna, Standing.ACTIVE);
        follower.step();
        String gap = encoded(network.record(3, 30, new Heartbeat()));
        String epoch = encoded(network.record(2, 20, new CredentialEpoch(2, 1)));
        for (String wrong : List.of(gap, epoch, "AAAA", "not base64 !")) {
            records.add(wrong);
            assertThatThrownBy(follower::step).isInstanceOf(IllegalStateException.class);
            records.removeLast();
        }
        assertThat(refused).containsExactly(Fault.GAP, Fault.OTHER_EPOCH, Fault.UNREADABLE, Fault.UNREADABLE);
        assertThat(kept.position.sequence()).isEqualTo(1);
    }

    /// A registration that answers with old pages only is not asked without end.
    @Test
    void repeatsChangeNothing() {
        record(anna, Standing.SUSPENDED);
        record(anna, Standing.ACTIVE);
        follower.step();
        kept.standings.clear();
        records.add(records.getFirst());

        assertThat(follower.step()).isZero();
        assertThat(kept.standings).isEmpty();
    }

    @Test
    void nothingIsLostWhileRegistrationOrTheDatabaseIsAway() {
        record(anna, Standing.SUSPENDED);
        for (int more = 1; more < RegistrationInternalApi.RECORDS_MAX; more++) {
            record(new Heartbeat());
        }
        follower.step();
        away = true;
        assertThatThrownBy(follower::step).isInstanceOf(ResourceAccessException.class);
        away = false;
        record(bert, Standing.REVOKED);
        kept.away = true;
        assertThatThrownBy(follower::step).hasMessage("the database is away");
        kept.away = false;

        follower.step();

        assertThat(kept.standings)
                .containsExactlyInAnyOrderEntriesOf(Map.of(anna, Standing.SUSPENDED, bert, Standing.REVOKED));
        assertThat(kept.position.sequence()).isEqualTo(records.size());
    }

    /// The outcome of the last commit is not known, or another process was faster.
    @Test
    void aPositionThatIsNotWhereItWasLeftIsReadAgain() {
        record(anna, Standing.ACTIVE);
        follower.step();
        record(anna, Standing.SUSPENDED);
        kept.position = new Position(2, 20, 0);
        assertThatThrownBy(follower::step).hasMessageContaining("not where it was left");
        record(bert, Standing.REVOKED);

        follower.step();

        assertThat(asked).containsExactly(0L, 1L, 2L);
        assertThat(kept.standings)
                .containsExactlyInAnyOrderEntriesOf(Map.of(anna, Standing.ACTIVE, bert, Standing.REVOKED));
    }

    private static final class Kept implements StandingFollower.Book {
        private Position position = Position.START;
        private final Map<OwnerKey, Standing> standings = new HashMap<>();
        private int commits;
        private boolean away;

        @Override
        public Position position() {
            return position;
        }

        @Override
        public boolean apply(Position before, Position after, Map<OwnerKey, Standing> changed) {
            if (away) {
                throw new IllegalStateException("the database is away");
            }
            if (!before.equals(position)) {
                return false;
            }
            commits++;
            position = after;
            standings.putAll(changed);
            return true;
        }
    }

    private final class Registration implements RegistrationInternalApi {
        @Override
        public EnrollmentView apply(EnrollmentApplication application) {
            throw new UnsupportedOperationException();
        }

        @Override
        public EnrollmentView enrollment(String reference) {
            throw new UnsupportedOperationException();
        }

        @Override
        public EnrollmentView share(String reference, ShareForm form) {
            throw new UnsupportedOperationException();
        }

        @Override
        public EnrollmentView closing(String reference, ClosingForm form) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<String> records(long after) {
            if (away) {
                throw new ResourceAccessException("away");
            }
            asked.add(after);
            return records.stream().skip(after).limit(RECORDS_MAX).toList();
        }
    }
}

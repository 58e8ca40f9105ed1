package io.florin.instant.standing.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.instant.authority.adapter.AloneAuthority;
import io.florin.instant.authority.adapter.Authority;
import io.florin.instant.authority.adapter.InstantLog;
import io.florin.instant.authority.adapter.RailAuthority;
import io.florin.instant.authority.adapter.ShardLimits;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.RegistrationEvent;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.ParticipantChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.InstantRail;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailFinality;
import io.florin.ledger.rail.RailKind;
import io.florin.ledger.rail.signing.SigningScheme;
import io.florin.runtime.Failure;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.loop.BackgroundLoop;
import io.florin.testkit.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.client.ResourceAccessException;

/// Registration's records come to the shards of an authority.
class StandingFollowerTest {

    private static final ShardLimits LIMITS = new ShardLimits(64, 4, Duration.ofMillis(20), 1_000);

    private final TestNetwork network = new TestNetwork(41);
    private final TestRail rail = TestRail.of(network.networkId(), SigningScheme.NAIVE_ED25519, RailFinality.EFFECTS);
    private final InstantRail configured = rail.asConfigured(TestNetwork.CURRENCY, RailKind.ACCOUNTS);
    private final Ed25519KeyPair alice = network.newKey();
    private final List<String> records = new ArrayList<>();
    private Optional<RailAuthority> authority = Optional.empty();
    private boolean silent;

    @TempDir
    private Path directory;

    private final class Registration implements RegistrationInternalApi {
        @Override
        public List<String> records(long after) {
            if (silent) {
                throw new ResourceAccessException("away");
            }
            return List.copyOf(records.subList((int) Math.min(after, records.size()), records.size())).stream()
                    .limit(RECORDS_MAX)
                    .toList();
        }

        @Override
        public EnrollmentView apply(EnrollmentApplication application) {
            throw new AssertionError();
        }

        @Override
        public EnrollmentView enrollment(String reference) {
            throw new AssertionError();
        }

        @Override
        public EnrollmentView closing(String reference, ClosingForm form) {
            throw new AssertionError();
        }

        @Override
        public EnrollmentView share(String reference, ShareForm form) {
            throw new AssertionError();
        }
    }

    private StandingFollower follower() {
        return new StandingFollower(
                new Registration(),
                network.networkId(),
                network.registration().publicKey(),
                () -> authority,
                new InstantLog(1));
    }

    private void open() {
        authority = Optional.of(AloneAuthority.start(rail, configured, LIMITS, directory));
    }

    @AfterEach
    void closes() {
        authority.ifPresent(RailAuthority::close);
    }

    private String encoded(long sequence, RegistrationEvent event) {
        return Base64.getEncoder()
                .encodeToString(
                        network.record(sequence, 1_000 + sequence, event).encode());
    }

    private void record(RegistrationEvent event) {
        records.add(encoded(records.size() + 1, event));
    }

    private void bank(Standing standing) {
        record(new ParticipantChanged(1, "Bank", "FLRNXX00", standing));
    }

    private EnrollmentChanged enrollment(Ed25519KeyPair owner, Standing standing) {
        return new EnrollmentChanged(Bytes32.ZERO, new OwnerKey(owner.publicKey()), Bytes32.ZERO, 1, 1, true, standing);
    }

    private void follow(StandingFollower follower) {
        await().pollInterval(Duration.ofMillis(1)).atMost(Patience.LIMIT).until(() -> follower.step() == 0);
    }

    private boolean isSuspended(Ed25519KeyPair owner) {
        RailAccount account = TestRail.accountOf(owner);
        CompletableFuture<Boolean> suspended = new CompletableFuture<>();
        await().atMost(Patience.LIMIT)
                .until(() -> ((Authority) authority.orElseThrow())
                        .look(
                                account,
                                core -> suspended.complete(core.view(account).suspended())));
        return suspended.orTimeout(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    }

    @Test
    void whoeverIsSuspendedIsSoOnTheRailUntilReinstated() {
        open();
        bank(Standing.ACTIVE);
        record(enrollment(alice, Standing.ACTIVE));
        StandingFollower follower = follower();
        follow(follower);
        assertThat(isSuspended(alice)).isFalse();

        record(enrollment(alice, Standing.SUSPENDED));
        follow(follower);
        assertThat(isSuspended(alice)).isTrue();

        record(enrollment(alice, Standing.ACTIVE));
        follow(follower);
        assertThat(isSuspended(alice)).isFalse();
        assertThat(follower.trouble()).isEmpty();
        assertThat(follower.lastRecord()).isEqualTo(4);
    }

    /// More than a page of owners, more than a shard has room for, and a bank that takes all of them with it.
    @Test
    void aBankTakesAllItsCustomersWithIt() {
        open();
        bank(Standing.ACTIVE);
        List<Ed25519KeyPair> owners = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            owners.add(network.newKey());
            record(enrollment(owners.getLast(), Standing.ACTIVE));
        }
        StandingFollower follower = follower();
        follow(follower);
        bank(Standing.SUSPENDED);
        follow(follower);
        assertThat(owners).allMatch(this::isSuspended);
    }

    @Test
    void aStartTellsWhatChangedWhileItWasAway() {
        open();
        bank(Standing.ACTIVE);
        record(enrollment(alice, Standing.SUSPENDED));
        follow(follower());
        assertThat(isSuspended(alice)).isTrue();
        authority.orElseThrow().close();

        open();
        assertThat(isSuspended(alice)).as("by its journal").isTrue();
        record(enrollment(alice, Standing.ACTIVE));
        follow(follower());
        assertThat(isSuspended(alice)).isFalse();
    }

    @Test
    void aRecordThatIsMissingOrForgedChangesNothingUntilTheRightOneComes() {
        open();
        bank(Standing.ACTIVE);
        record(enrollment(alice, Standing.ACTIVE));
        StandingFollower follower = follower();
        follow(follower);

        records.add(encoded(9, enrollment(alice, Standing.SUSPENDED)));
        assertThatThrownBy(follower::step).isInstanceOf(Failure.class).hasMessageContaining("GAP after 2");
        assertThat(follower.trouble()).isEqualTo("registration's records are refused");
        records.removeLast();

        TestNetwork other = new TestNetwork(42);
        records.add(Base64.getEncoder()
                .encodeToString(other.record(3, 2_000, enrollment(alice, Standing.SUSPENDED))
                        .encode()));
        assertThatThrownBy(follower::step).isInstanceOf(Failure.class).hasMessageContaining("FORGED after 2");
        records.removeLast();
        assertThat(isSuspended(alice)).isFalse();

        record(enrollment(alice, Standing.SUSPENDED));
        follow(follower);
        assertThat(isSuspended(alice)).isTrue();
        assertThat(follower.trouble()).isEmpty();
    }

    @Test
    void isPatientWithoutAnAuthorityAndWithoutRegistration() {
        bank(Standing.ACTIVE);
        record(enrollment(alice, Standing.SUSPENDED));
        StandingFollower follower = follower();
        assertThat(follower.step()).isEqualTo(BackgroundLoop.AWAITS);
        open();
        silent = true;
        assertThatThrownBy(follower::step).isInstanceOf(ResourceAccessException.class);
        assertThat(follower.trouble()).isEqualTo("registration does not answer");
        silent = false;
        follow(follower);
        assertThat(isSuspended(alice)).isTrue();
    }
}

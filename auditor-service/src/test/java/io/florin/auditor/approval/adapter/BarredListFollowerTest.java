package io.florin.auditor.approval.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.auditor.approval.BarredLists;
import io.florin.auditor.protocol.EnrolledOwners;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.ledger.fixture.TestHiddenEconomy;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.api.BarredHead;
import io.florin.runtime.api.BarredInternalApi;
import io.florin.runtime.api.BarredInternalApi.BarredEnrollment;
import io.florin.testkit.Patience;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.web.client.ResourceAccessException;

/// Fetching the list of barred enrollments.
@Timeout(600)
class BarredListFollowerTest {
    private final TestNetwork network = new TestHiddenEconomy(41, PrivacyModel.ANONYMOUS, AuditPolicy.ALWAYS).network();
    private final AtomicLong clock = new AtomicLong(1_000_000);
    private final AtomicLong lastRecord = new AtomicLong(4);
    private final Registration registration = new Registration();
    private final BarredListFollower follower = follower(network.configuration());

    @Test
    void fetchesAListOfManyPagesAndThenOnlyItsHead() {
        for (int i = 1; i <= 2 * BarredInternalApi.PAGE_MAX + 7; i++) {
            registration.bar(Scalar.ofLong(i), Standing.REVOKED);
        }
        assertThat(follower.current()).isEmpty();

        follower.catchUp();

        assertThat(follower.current().orElseThrow().size()).isEqualTo(2 * BarredInternalApi.PAGE_MAX + 7);
        assertThat(follower.current().orElseThrow().standing(Scalar.ofLong(2_007)))
                .contains(Standing.REVOKED);
        assertThat(registration.asked).containsExactly("head", "page", "page", "page");
        follower.catchUp();
        assertThat(registration.asked).as("new enough").hasSize(4);
        lastRecord.incrementAndGet();
        registration.through++;
        follower.catchUp();
        assertThat(registration.asked).as("the same list, confirmed").hasSize(5);
        assertThat(follower.current()).isPresent();
    }

    @Test
    void isFetchedBeforeADecisionWhenARecordHasCome() {
        follower.catchUp();
        registration.bar(Scalar.ofLong(7), Standing.SUSPENDED);
        registration.through++;
        lastRecord.incrementAndGet();

        assertThat(follower.current()).isEmpty();
        follower.catchUp();
        assertThat(follower.current().orElseThrow().standing(Scalar.ofLong(7))).contains(Standing.SUSPENDED);
    }

    @Test
    void thereIsNoneWhenRegistrationIsSilentForgetsOrIsAsSlowAsTheListChanges() {
        follower.catchUp();
        lastRecord.incrementAndGet();
        follower.catchUp();
        assertThat(follower.current())
                .as("registration knows less than its own records")
                .isEmpty();
        registration.through++;
        registration.silent = true;
        clock.addAndGet(1_000);
        follower.catchUp();
        assertThat(follower.current()).isEmpty();
        registration.silent = false;
        int asked = registration.asked.size();
        follower.catchUp();
        assertThat(registration.asked).as("not again at once").hasSize(asked);
        clock.addAndGet(1_000);
        registration.changes = true;
        follower.catchUp();
        assertThat(follower.current()).isEmpty();
        registration.changes = false;
        clock.addAndGet(1_000);
        follower.catchUp();
        assertThat(follower.current()).isPresent();
        clock.addAndGet(30_001);
        assertThat(follower.current()).isEmpty();
    }

    @Test
    @SuppressWarnings("NullAway")
    void anAnswerThatIsNoneIsNoList() {
        registration.bar(Scalar.ofLong(7), Standing.REVOKED);
        BarredEnrollment good = BarredLists.entries(registration.barred).getFirst();
        List<List<BarredEnrollment>> nonsense = new ArrayList<>();
        nonsense.add(null);
        nonsense.add(java.util.Collections.singletonList(null));
        nonsense.add(List.of(new BarredEnrollment(null, "REVOKED")));
        nonsense.add(List.of(new BarredEnrollment(good.eid(), null)));
        nonsense.add(List.of(new BarredEnrollment(good.eid(), "ACTIVE")));
        nonsense.add(List.of(good, good));
        nonsense.add(List.of());
        for (List<BarredEnrollment> answer : nonsense) {
            registration.answer = Optional.of(() -> answer);
            clock.addAndGet(1_000);
            follower.catchUp();
            assertThat(follower.current()).isEmpty();
        }
        registration.answer = Optional.empty();
        clock.addAndGet(1_000);
        follower.catchUp();
        assertThat(follower.current()).isPresent();
    }

    @Test
    void takesNoListWhileADecisionIsMadeByTheOneBefore() throws Exception {
        follower.catchUp();
        registration.bar(Scalar.ofLong(7), Standing.REVOKED);
        registration.through++;
        lastRecord.incrementAndGet();
        CountDownLatch decided = new CountDownLatch(1);
        CountDownLatch deciding = new CountDownLatch(1);
        try (var threads = Executors.newFixedThreadPool(2)) {
            Future<Boolean> decision = threads.submit(() -> follower.deciding(() -> {
                deciding.countDown();
                try {
                    assertThat(decided.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                            .isTrue();
                } catch (InterruptedException stopped) {
                    throw new IllegalStateException(stopped);
                }
                return follower.current().isEmpty();
            }));
            assertThat(deciding.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            Future<?> update = threads.submit(follower::catchUp);
            await().atMost(Patience.LIMIT).until(() -> registration.asked.size() == 3);
            assertThat(follower.current()).as("fetched, not taken").isEmpty();
            assertThat(update.isDone()).isFalse();
            decided.countDown();
            assertThat(decision.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .as("by the list of before, which is not new enough")
                    .isTrue();
            update.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
        assertThat(follower.current().orElseThrow().standing(Scalar.ofLong(7))).contains(Standing.REVOKED);
    }

    @Test
    void asksForNothingWhereNothingHiddenIsAudited() {
        BarredListFollower clear = follower(new TestNetwork(42, AuditPolicy.ALWAYS).configuration());
        BarredListFollower unaudited = follower(
                new TestHiddenEconomy(41, PrivacyModel.ANONYMOUS).network().configuration());

        clear.catchUp();
        unaudited.catchUp();

        assertThat(registration.asked).isEmpty();
    }

    private BarredListFollower follower(NetworkConfiguration configuration) {
        var edge = new BarredListFollower.Edge(
                "test",
                Optional.of(registration),
                new Ledger(network.networkId(), configuration),
                new Records(),
                (_, bug) -> {
                    throw new IllegalStateException(bug);
                },
                () -> Instant.ofEpochMilli(clock.get()));
        return new BarredListFollower(BarredLists.watch(network), edge, Duration.ofHours(1));
    }

    private final class Registration implements BarredInternalApi {
        private final Map<Scalar, Standing> barred = new HashMap<>();
        private final List<String> asked = java.util.Collections.synchronizedList(new ArrayList<>());
        private long through = 4;
        private boolean silent;
        private boolean changes;
        private Optional<Supplier<List<BarredEnrollment>>> answer = Optional.empty();

        void bar(Scalar enrollment, Standing standing) {
            barred.put(enrollment, standing);
        }

        @Override
        public BarredHead head() {
            asked.add("head");
            if (silent) {
                throw new ResourceAccessException("connection refused");
            }
            if (changes) {
                barred.put(Scalar.ofLong(1_000 + asked.size()), Standing.SUSPENDED);
            }
            BarredHead head = BarredLists.head(network, BarredLists.entries(barred), through, clock.get());
            if (changes) {
                barred.put(Scalar.ofLong(2_000 + asked.size()), Standing.SUSPENDED);
            }
            return head;
        }

        @Override
        public List<BarredEnrollment> page(String after) {
            asked.add("page");
            if (answer.isPresent()) {
                return answer.get().get();
            }
            return BarredLists.entries(barred).stream()
                    .filter(entry -> entry.eid().compareTo(after) > 0)
                    .limit(PAGE_MAX)
                    .toList();
        }
    }

    private final class Records implements EnrolledOwners {
        @Override
        public boolean isCurrent() {
            return true;
        }

        @Override
        public Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
            return Optional.empty();
        }

        @Override
        public Optional<Standing> standing(OwnerKey owner) {
            return Optional.empty();
        }

        @Override
        public long lastSequence() {
            return lastRecord.get();
        }
    }

    private record Ledger(NetworkId network, NetworkConfiguration configuration) implements ReplayPosition {
        @Override
        public long height() {
            return 0;
        }

        @Override
        public String stateHash() {
            return "";
        }

        @Override
        public long knownHead() {
            return 0;
        }

        @Override
        public boolean isCaughtUpWithStore() {
            return true;
        }

        @Override
        public Optional<Instant> seenAt(long block) {
            return Optional.empty();
        }
    }
}

package io.florin.auditor.openings.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.auditor.member.adapter.CommittedSight;
import io.florin.auditor.protocol.CommittedPayment;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.Issue;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Officers;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.BlockChanges;
import io.florin.runtime.http.ProblemException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// How a member finds the configuration of a payment in committers' lists of changes: blocks 1 to 3 change nothing,
/// block 4 is the change, block 5 an issue under it.
@Timeout(600)
class CommittedSightTest {
    private static final int BEFORE = 3;
    private static final TestNetwork NETWORK = new TestNetwork(41, AuditPolicy.NEVER);
    private static final ConfigurationChange CHANGE = change();
    private static final Issue LATER = issue(2);
    private static final LedgerUnderTest LEDGER =
            new LedgerUnderTest(NETWORK, issue(1), issue(1), issue(1), CHANGE, LATER);

    private final List<Long> asked = new ArrayList<>();

    @Test
    void aListWithoutEndEndsAtThePaymentsBlockAndTheNextCommitterIsAsked() {
        LongFunction<List<BlockChanges>> endless = from -> LongStream.range(from, from + 2)
                .mapToObj(CommittedSightTest::empty)
                .toList();
        CommittedSight sight = sight(Duration.ofSeconds(20), listing(endless), LEDGER);

        assertThat(found(sight)).isEqualTo(CHANGE.configuration());
        assertThat(asked).as("not beyond block 5").containsExactly(1L, 3L, 5L);
    }

    @Test
    void whoTakesTooLongIsNotWaitedForAndTheNextCommitterIsAsked() {
        CommitterApi slow = listing(from -> List.of(empty(from)));
        CommitterApi honest = listing(from -> LEDGER.changes(from, 1).subList(0, 1));
        CommittedSight sight = sight(Duration.ZERO, slow, honest);

        for (int go = 1; go <= BEFORE; go++) {
            assertThatThrownBy(() -> found(sight)).isInstanceOf(ProblemException.class);
        }
        assertThat(found(sight)).isEqualTo(CHANGE.configuration());
        assertThat(asked).as("each for one block at a time").containsExactly(1L, 1L, 2L, 2L, 3L, 3L, 4L, 4L);
    }

    /// Who needs several goes for a long list does not begin anew each time.
    @Test
    void whatWasLookedThroughIsNotLookedThroughAgain() {
        CommittedSight sight =
                sight(Duration.ZERO, listing(from -> LEDGER.changes(from, 1).subList(0, 1)));

        for (int go = 1; go <= BEFORE; go++) {
            assertThatThrownBy(() -> found(sight)).isInstanceOf(ProblemException.class);
        }
        assertThat(found(sight)).isEqualTo(CHANGE.configuration());
        assertThat(asked).containsExactly(1L, 2L, 3L, 4L);
        found(sight);
        assertThat(asked).as("it is known from here on").hasSize(BEFORE + 1);
    }

    /// A list that left the change out is not believed for ever.
    @Test
    void aListThatEndedWithoutTheChangeIsLookedThroughAgain() {
        List<LongFunction<List<BlockChanges>>> lists = new ArrayList<>(List.of(from -> List.of(empty(from))));
        CommittedSight sight =
                sight(Duration.ofSeconds(20), listing(from -> lists.getFirst().apply(from)));
        assertThatThrownBy(() -> found(sight)).isInstanceOf(ProblemException.class);
        assertThat(asked).containsExactly(1L, 2L, 3L, 4L, 5L);

        lists.set(0, from -> LEDGER.changes(from, 100));

        assertThat(found(sight)).isEqualTo(CHANGE.configuration());
    }

    @Test
    void aChangeListedInAnotherBlockIsNone() {
        List<BlockChanges> moved = new ArrayList<>(LEDGER.changes(1, 100));
        moved.set(0, with(1, moved.get(BEFORE)));
        CommittedSight sight = sight(Duration.ofSeconds(20), listing(from -> moved.subList((int) from - 1, 5)));

        assertThatThrownBy(() -> found(sight)).isInstanceOf(ProblemException.class);
    }

    private static NetworkConfiguration found(CommittedSight sight) {
        return sight.committed(LATER.id()).map(CommittedPayment::configuration).orElseThrow();
    }

    private static CommittedSight sight(Duration searchWithin, CommitterApi... committers) {
        return new CommittedSight(NETWORK.genesis(), List.of(committers), List.of(LEDGER.party()), searchWithin);
    }

    private static BlockChanges empty(long number) {
        return new BlockChanges(number, "", "", "", 0, "", List.of());
    }

    private static BlockChanges with(long number, BlockChanges block) {
        return new BlockChanges(number, "", "", "", 0, "", block.transactions());
    }

    /// A committer that says of what is final what is so, and lists this.
    private CommitterApi listing(LongFunction<List<BlockChanges>> list) {
        return (CommitterApi) Proxy.newProxyInstance(
                CommitterApi.class.getClassLoader(), new Class<?>[] {CommitterApi.class}, (_, method, arguments) -> {
                    if (!method.getName().equals("changes")) {
                        return method.invoke(LEDGER, arguments);
                    }
                    asked.add((Long) arguments[0]);
                    return list.apply((Long) arguments[0]);
                });
    }

    private static Issue issue(long configurationVersion) {
        OwnerKey owner = new OwnerKey(NETWORK.newKey().publicKey());
        return NETWORK.issue(NETWORK.header(100, configurationVersion), NETWORK.newId(), owner, 5);
    }

    private static ConfigurationChange change() {
        NetworkConfiguration now = NETWORK.configuration();
        return NETWORK.change(
                EditedConfiguration.after(now)
                        .officers(new Officers(3, now.officers().keys()))
                        .build(),
                100);
    }
}

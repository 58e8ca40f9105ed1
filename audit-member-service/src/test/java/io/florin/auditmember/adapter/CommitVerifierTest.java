package io.florin.auditmember.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.audit.CommittedPayment;
import io.florin.doubles.ledger.ShownLedger;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.client.ConfigurationChange;
import io.florin.ledger.client.Issue;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Officers;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.fixture.ToldBlocks;
import io.florin.ledger.status.BlockResult;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.http.ProblemException;
import io.florin.testkit.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// How a member finds the configuration of a payment in committers' lists of results: blocks 1 to 3 change nothing,
/// block 4 is the change, block 5 an issue under it.
@Timeout(600)
class CommitVerifierTest {
    private static final int BEFORE = 3;
    private static final TestNetwork NETWORK = new TestNetwork(41, AuditPolicy.NEVER);
    private static final ConfigurationChange CHANGE = change();
    private static final Issue LATER = issue(2);
    private static final ShownLedger LEDGER = new ShownLedger(NETWORK, issue(1), issue(1), issue(1), CHANGE, LATER);

    private static final ToldBlocks EMPTY = emptyBlocks();

    private final List<Long> asked = new ArrayList<>();

    @Test
    void aListWithoutEndEndsAtThePaymentsBlockAndTheNextCommitterIsAsked() {
        CommitVerifier sight = sight(Patience.LIMIT, listing(from -> EMPTY.results(from, 2)), LEDGER.committer());

        assertThat(found(sight)).isEqualTo(CHANGE.configuration());
        assertThat(asked).as("not beyond block 5").containsExactly(1L, 3L, 5L);
    }

    @Test
    void whoTakesTooLongIsNotWaitedForAndTheNextCommitterIsAsked() {
        CommitterApi slow = listing(from -> EMPTY.results(from, 1));
        CommitterApi honest = listing(from -> LEDGER.told().results(from, 1));
        CommitVerifier sight = sight(Duration.ZERO, slow, honest);

        for (int go = 1; go <= BEFORE; go++) {
            assertThatThrownBy(() -> found(sight)).isInstanceOf(ProblemException.class);
        }
        assertThat(found(sight)).isEqualTo(CHANGE.configuration());
        assertThat(asked).as("each for one block at a time").containsExactly(1L, 1L, 2L, 2L, 3L, 3L, 4L, 4L);
    }

    /// Who needs several goes for a long list does not begin anew each time.
    @Test
    void whatWasLookedThroughIsNotLookedThroughAgain() {
        CommitVerifier sight =
                sight(Duration.ZERO, listing(from -> LEDGER.told().results(from, 1)));

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
        List<LongFunction<List<BlockResult>>> lists = new ArrayList<>(List.of(from -> EMPTY.results(from, 1)));
        CommitVerifier sight =
                sight(Patience.LIMIT, listing(from -> lists.getFirst().apply(from)));
        assertThatThrownBy(() -> found(sight)).isInstanceOf(ProblemException.class);
        assertThat(asked).containsExactly(1L, 2L, 3L, 4L, 5L);

        lists.set(0, from -> LEDGER.told().results(from, 100));

        assertThat(found(sight)).isEqualTo(CHANGE.configuration());
    }

    @Test
    void aChangeListedInAnotherBlockIsNone() {
        ToldBlocks moved = LEDGER.told((block, transactions) ->
                block == 1 ? ToldBlocks.transactionsOf(LEDGER.applied(BEFORE + 1)) : transactions);
        CommitVerifier sight = sight(Patience.LIMIT, listing(from -> moved.results(from, 100)));

        assertThatThrownBy(() -> found(sight)).isInstanceOf(ProblemException.class);
    }

    @Test
    void aListThatNoCommitterSignedIsNone() {
        ToldBlocks forged = new ToldBlocks(NETWORK.genesis(), 0, NETWORK.auditor());
        forged.add();
        CommitterApi forger = listing(from -> forged.results(from, 100));
        CommitVerifier sight = sight(Patience.LIMIT, forger, LEDGER.committer());

        assertThat(found(sight)).isEqualTo(CHANGE.configuration());
        assertThat(asked).as("for no more of it").containsExactly(1L);
    }

    private static NetworkConfiguration found(CommitVerifier sight) {
        return sight.committed(LATER.id()).map(CommittedPayment::configuration).orElseThrow();
    }

    private static CommitVerifier sight(Duration searchWithin, CommitterApi... committers) {
        return new CommitVerifier(NETWORK.genesis(), List.of(committers), List.of(LEDGER.party()), searchWithin);
    }

    private static ToldBlocks emptyBlocks() {
        ToldBlocks told = new ToldBlocks(NETWORK);
        while (told.height() < 100) {
            told.add();
        }
        return told;
    }

    /// A committer that says of what is final what is so, and lists this.
    private CommitterApi listing(LongFunction<List<BlockResult>> list) {
        return LEDGER.committer((from, limit, waitMillis) -> {
            asked.add(from);
            assertThat(limit).as("blocks").isEqualTo(100);
            assertThat(waitMillis).isZero();
            return list.apply(from);
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

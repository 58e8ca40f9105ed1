package io.florin.instant.authority.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.instant.channel.adapter.AccountRequests;
import io.florin.instant.channel.adapter.OutputRequests;
import io.florin.instant.channel.adapter.RailRequests;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.ExecutedOrder;
import io.florin.ledger.rail.ExecutedWindow;
import io.florin.ledger.rail.RailId;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.channel.RailAnswer;
import io.florin.ledger.rail.channel.RailRequest;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One authority that tells windows in the names of others would fill the shards for all of them.
class WindowsInOthersNamesTest {

    private final TestRail rail = new TestRail(7, 4);

    @TempDir
    private Path directory;

    private RailAnswer told(RailRequests requests, int caller, RailScope scope, int author) {
        List<ExecutedOrder> executed = List.of(
                ExecutedOrder.of(rail.order(rail.newKey(), rail.newKey(), 1, 0).order()));
        byte[] statement = ExecutedWindow.statement(scope, author, 0, 0, executed);
        var window = new ExecutedWindow(scope, author, 0, 0, executed, rail.sign(author, statement));
        CompletableFuture<RailAnswer> answer = new CompletableFuture<>();
        requests.ask(new Peer(NodeRole.INSTANT, caller), new RailRequest.Window(window), answer::complete);
        return answer.join();
    }

    private void assertOwnOnly(RailRequests requests) {
        var refused = new RailAnswer.Refused(RailRefusal.NOT_ALLOWED);
        var elsewhere = new RailScope(rail.scope().network(), new RailId(2), 1);
        assertThat(told(requests, 2, rail.scope(), 2)).isEqualTo(new RailAnswer.Told());
        assertThat(told(requests, 2, rail.scope(), 3)).isEqualTo(refused);
        assertThat(told(requests, 2, elsewhere, 2)).isEqualTo(refused);
    }

    @Test
    void areRefusedByAnAuthorityOfAccounts() {
        try (var running = new RunningAuthority(rail, 2, directory).startAndSign()) {
            assertOwnOnly(new AccountRequests(running.authority));
        }
    }

    @Test
    void areRefusedByAnAuthorityOfOutputs() {
        var plan = new AuthorityPlan(rail.scope(), rail.committee(), rail.verifier(), rail.signer(1), 1, 2, directory);
        try (var authority =
                new OutputAuthority(plan, RunningAuthority.LIMITS, new RunningAuthority.Others(), (component, bug) -> {
                    throw new AssertionError(component, bug);
                })) {
            authority.start();
            assertOwnOnly(new OutputRequests(authority));
        }
    }
}

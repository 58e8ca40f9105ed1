package io.florin.committer;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.florin.crypto.Bytes;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.block.Block;
import io.florin.ledger.client.Issue;
import io.florin.ledger.fixture.TestChain;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ledger.replay.SerialReplay;
import io.florin.ledger.status.BlockStatuses;
import io.florin.runtime.observability.TraceContext;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/// The log leads from a transaction id to its block and back, and tells nothing of what it pays.
final class CommitterLogTest {

    private static final long AMOUNT = 98_765_432;

    private final Logger log = (Logger) LoggerFactory.getLogger("io.florin.committer");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final TestNetwork network = new TestNetwork(41);
    private final OwnerKey owner = new OwnerKey(network.newId());
    private final Issue issue = network.issue(network.header(50), network.newId(), owner, AMOUNT);

    @BeforeEach
    void listen() {
        lines.start();
        log.addAppender(lines);
    }

    @AfterEach
    void leave() {
        log.detachAppender(lines);
        log.setLevel(null);
    }

    private BlockStatuses statuses() {
        Block block = new TestChain(network)
                .appendEntries(
                        List.of(Bytes.of(network.endorse(List.of(issue)).encode()), Bytes.of(new byte[] {1, 2, 3})));
        var result = new SerialReplay(network.genesis()).apply(block);
        var signature = network.committer().sign(result.checkpoint().signedMessage());
        return new BlockStatuses(result.checkpoint(), result.outcomes(), 0, signature);
    }

    private List<String> lines() {
        String here = Thread.currentThread().getName();
        return lines.list.stream()
                .filter(line -> line.getThreadName().equals(here))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Test
    void namesBlockAndTransactionsAtDebug() {
        log.setLevel(Level.DEBUG);
        CommitterLog.completed(statuses());
        assertThat(lines())
                .containsExactly(
                        "block is complete: block=1 transactions=2",
                        "transaction is final: block=1 index=0 transaction="
                                + issue.id().toHex() + " status=COMMITTED",
                        "transaction is final: block=1 index=1 transaction=unreadable status=MALFORMED_BUNDLE");
        assertThat(lines.list.stream()
                        .filter(line ->
                                line.getFormattedMessage().contains(issue.id().toHex()))
                        .map(line -> line.getMDCPropertyMap().get(TraceContext.MDC_KEY)))
                .containsExactly(issue.id().toHex().substring(0, 32));
        assertThat(String.join("\n", lines())).doesNotContain(Long.toString(AMOUNT), owner.toHex());
    }

    @Test
    void saysNothingOfTransactionsAtInfo() {
        log.setLevel(Level.INFO);
        CommitterLog.completed(statuses());
        assertThat(lines()).isEmpty();
        CommitterLog.slow(7, 3, 4321);
        assertThat(lines()).containsExactly("block took long to complete: block=7 transactions=3 millis=4321");
        assertThat(lines.list.getFirst().getLevel()).isEqualTo(Level.INFO);
    }
}

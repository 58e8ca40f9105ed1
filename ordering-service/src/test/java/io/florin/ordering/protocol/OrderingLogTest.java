package io.florin.ordering.protocol;

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
import io.florin.runtime.observability.TraceContext;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class OrderingLogTest {

    /// No other test uses a party of this number.
    private static final int PARTY = 4711;

    private final Logger log = (Logger) LoggerFactory.getLogger("io.florin.ordering");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final TestNetwork network = new TestNetwork(43);
    private final Issue issue =
            network.issue(network.header(50), network.newId(), new OwnerKey(network.newId()), 98_765_432);
    private final Block block = new TestChain(network)
            .appendEntries(List.of(Bytes.of(network.endorse(List.of(issue)).encode()), Bytes.of(new byte[] {1, 2, 3})));

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

    private List<ILoggingEvent> lines() {
        return lines.list.stream()
                .filter(line -> line.getFormattedMessage().contains("party=" + PARTY))
                .toList();
    }

    @Test
    void followsATransactionUnderItsTraceAtDebug() {
        log.setLevel(Level.DEBUG);
        new OrderingLog(PARTY).ordered(block);
        assertThat(lines().stream().map(ILoggingEvent::getFormattedMessage))
                .containsExactly(
                        "transaction is ordered: party=4711 block=1 transaction="
                                + issue.id().toHex(),
                        "entry is no bundle: party=4711 block=1");
        assertThat(lines().getFirst().getMDCPropertyMap())
                .containsEntry(
                        TraceContext.MDC_KEY,
                        TraceContext.of(issue.id().value()).traceId());
    }

    @Test
    void saysNothingOfTransactionsAtInfo() {
        log.setLevel(Level.INFO);
        new OrderingLog(PARTY).ordered(block);
        assertThat(lines()).isEmpty();
    }
}

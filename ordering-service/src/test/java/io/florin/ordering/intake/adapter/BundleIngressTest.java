package io.florin.ordering.intake.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.ordering.ConfigurationBundles;
import io.florin.ordering.intake.ConfigurationGate;
import io.florin.ordering.intake.ReadingPosition;
import io.florin.ordering.intake.adapter.BundleIngress.Answer;
import io.florin.ordering.protocol.Offer;
import io.florin.ordering.protocol.OrderingLog;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.testkit.Patience;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class BundleIngressTest {
    private static final int FLOOD = 20_000;
    private static final Peer ENDORSER = new Peer(NodeRole.ENDORSER, 1);
    private static final Peer LIAR = new Peer(NodeRole.ENDORSER, 2);

    private final TestNetwork network = new TestNetwork(7);
    private final ConfigurationBundles changes = new ConfigurationBundles(network);
    private final Bundle good = changes.endorsed(changes.change(1, 100, 2_000));
    private final Bundle payment =
            new Bundle(TestNetwork.CURRENCY, 1, 1, List.of(Bytes.of(new byte[60])), List.of(), Bytes.of(new byte[48]));
    private final List<Offer> offers = new ArrayList<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private int checks;
    private final ReadingPosition position = new ReadingPosition(0);
    private final IntakeProperties properties = new IntakeProperties(1, 10, DataSize.ofMegabytes(1));
    private final BundleIngress ingress = new BundleIngress(
            properties,
            new ConfigurationGate(
                    network.networkId(),
                    () -> {
                        checks++;
                        return network.configuration();
                    },
                    properties.configurationChecks()),
            offers::add,
            new OrderingLog(1),
            meters);

    /// One thread reads the topic: what waits behind a flood waits for all of it. Checked one by one, this one would
    /// hold a payment up for a quarter of a minute.
    @Test
    void unsignedConfigurationsInTheTopicDoNotHoldUpPayments() throws Exception {
        byte[] forged = changes.forged(good, changes.change(1, 100, 3_000)).encode();
        for (int i = 0; i < FLOOD; i++) {
            ingress.take(forged, 0, i, position);
        }
        ingress.take(payment.encode(), 0, FLOOD, position);

        assertThat(checks).as("signatures looked at").isLessThan(FLOOD / 10);
        assertThat(offers).extracting(Offer::bundle).containsExactly(Bytes.of(payment.encode()));
        assertThat(position.value()).as("the flood is done with").isEqualTo(FLOOD);
        assertThat(ingress.memoryBytes()).as("the flood takes no room").isLessThan(1024);
        assertThat(meters.counter("florin.ordering.intake.refused").count()).isEqualTo(FLOOD);
    }

    @Test
    void aFloodOfOneEndorserKeepsNoOtherOut() throws Exception {
        byte[] forged = changes.forged(good, changes.change(1, 100, 3_000)).encode();
        assertThat(ingress.submit(forged, LIAR)).isEqualTo(Answer.NOT_ENDORSED);
        for (int i = 0; i < FLOOD; i++) {
            ingress.submit(forged, LIAR);
        }
        assertThat(ingress.submit(forged, LIAR)).isIn(Answer.FULL, Answer.NOT_ENDORSED);
        assertThat(ingress.submit(good.encode(), ENDORSER)).isEqualTo(Answer.TAKEN);
        assertThat(ingress.submit(payment.encode(), LIAR)).isEqualTo(Answer.TAKEN);
        assertThat(offers).hasSize(2);
    }

    /// Direct submission is there for the case that the topic does not work.
    @Test
    void aFullTopicLeavesRoomForDirectSubmissions() throws Exception {
        Thread reader = Thread.ofVirtual().start(() -> {
            try {
                for (int i = 0; i < FLOOD; i++) {
                    ingress.take(payment(i).encode(), 0, i, position);
                }
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
        await().atMost(Patience.LIMIT)
                .during(Duration.ofMillis(300))
                .until(
                        ingress::memoryBytes,
                        bytes -> bytes > properties.memory().toBytes() / 3);
        assertThat(ingress.memoryBytes())
                .isLessThanOrEqualTo(properties.memory().toBytes() * 3 / 4);
        assertThat(ingress.submit(payment.encode(), ENDORSER)).isEqualTo(Answer.TAKEN);
        reader.interrupt();
        reader.join();
    }

    @Test
    void anEndorserThatFillsItsShareLeavesRoomForTheOthers() throws Exception {
        int taken = 0;
        while (ingress.submit(payment(taken).encode(), LIAR) == Answer.TAKEN) {
            taken++;
        }
        assertThat(taken).isGreaterThan(100);
        assertThat(ingress.memoryBytes())
                .isLessThanOrEqualTo(properties.memory().toBytes() / 16);
        assertThat(ingress.submit(payment.encode(), ENDORSER)).isEqualTo(Answer.TAKEN);
        ingress.settled(offers.getFirst());
        assertThat(ingress.submit(payment.encode(), LIAR))
                .as("room that came back")
                .isEqualTo(Answer.TAKEN);
    }

    private static Bundle payment(int number) {
        byte[] transaction = ByteBuffer.allocate(100).putInt(number).array();
        return new Bundle(
                TestNetwork.CURRENCY, 1, 1, List.of(Bytes.of(transaction)), List.of(), Bytes.of(new byte[48]));
    }
}

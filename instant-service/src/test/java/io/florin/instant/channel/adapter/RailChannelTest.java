package io.florin.instant.channel.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RailStatements;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.channel.RailAnswer;
import io.florin.ledger.rail.channel.RailFrame;
import io.florin.ledger.rail.channel.RailMessage;
import io.florin.ledger.rail.channel.RailRequest;
import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.ledger.rail.signing.AuthoritySigner;
import io.florin.ledger.rail.signing.SigningScheme;
import io.florin.runtime.internal.CertificateAuthority;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.NodeTls;
import io.florin.runtime.internal.Peer;
import io.florin.runtime.rail.FrameStream;
import io.florin.runtime.rail.RailLink;
import io.florin.testkit.Patience;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The port of an authority on a real socket. What is behind it answers `Unknown`, or what a test says.
@Timeout(600)
class RailChannelTest {
    private static final Duration SOON = Patience.LIMIT;

    /// Short enough to be awaited, and long for a thread that has to say in a third of it that it lives.
    private static final Duration SILENT_AFTER = Duration.ofSeconds(2);

    private static final RailRequest QUESTION = new RailRequest.Certificate(Bytes32.ZERO);

    private final List<Peer> askers = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger asked = new AtomicInteger();
    private final List<Consumer<RailAnswer>> held = Collections.synchronizedList(new ArrayList<>());
    private volatile boolean holds;
    private volatile RailAnswer says = new RailAnswer.Unknown();

    private final ChannelLimits limits = limits(SOON);
    private final RailPort port = new RailPort(this::take, limits);
    private final NodeTls bank = port.node(new Peer(NodeRole.BANK, 1));

    private void take(Peer caller, RailRequest request, Consumer<RailAnswer> answer) {
        askers.add(caller);
        asked.incrementAndGet();
        if (holds) {
            held.add(answer);
        } else {
            answer.accept(says);
        }
    }

    @AfterEach
    void closes() {
        port.close();
    }

    private static ChannelLimits limits(Duration silentAfter) {
        return new ChannelLimits(2, 8, 256 * 1024, 4, Duration.ofMillis(300), silentAfter);
    }

    private static byte[] frame(long first, Bytes... contents) {
        return RailFrame.encode(IntStream.range(0, contents.length)
                .mapToObj(i -> new RailMessage(first + i, contents[i]))
                .toList());
    }

    private static RailAnswer refused(RailRefusal reason) {
        return new RailAnswer.Refused(reason);
    }

    @Test
    void manyRequestsOfOneFrameAreAnsweredEach() throws IOException {
        try (FrameStream stream = port.connect(bank)) {
            stream.write(frame(1, QUESTION.encode(), QUESTION.encode(), QUESTION.encode()));

            List<RailMessage> answers = RailPort.read(stream, 3);
            assertThat(answers).extracting(RailMessage::request).containsExactlyInAnyOrder(1L, 2L, 3L);
            assertThat(answers)
                    .allSatisfy(answer -> assertThat(RailPort.answerIn(answer)).isEqualTo(new RailAnswer.Unknown()));
        }
        assertThat(askers).containsOnly(new Peer(NodeRole.BANK, 1));
    }

    @Test
    void aMalformedRequestCostsItsNeighboursNothing() throws IOException {
        try (FrameStream stream = port.connect(bank)) {
            stream.write(frame(1, Bytes.of(new byte[] {(byte) 200}), QUESTION.encode(), Bytes.EMPTY));

            List<RailMessage> answers = RailPort.read(stream, 3);
            for (RailMessage answer : answers) {
                assertThat(RailPort.answerIn(answer))
                        .isEqualTo(answer.request() == 2 ? new RailAnswer.Unknown() : refused(RailRefusal.MALFORMED));
            }
            assertThat(asked).as("nothing but the request reaches a shard").hasValue(1);
        }
    }

    @Test
    void bytesThatAreNoFrameAreRefusedAndTheNextOneIsRead() throws IOException {
        try (FrameStream stream = port.connect(bank)) {
            stream.write(new byte[] {9, 9, 9});
            assertThat(RailPort.answerIn(RailPort.read(stream, 1).getFirst()))
                    .isEqualTo(refused(RailRefusal.MALFORMED));
            stream.write(frame(7, QUESTION.encode()));
            assertThat(RailPort.read(stream, 1).getFirst().request()).isEqualTo(7);
        }
    }

    @Test
    void aFrameThatIsTooLargeIsRefusedUnreadAndEndsTheConnection() throws IOException {
        try (SSLSocket socket = port.socket(bank)) {
            new DataOutputStream(socket.getOutputStream()).writeInt(RailFrame.FRAME_BYTES_MAX + 1);
            var input = new DataInputStream(socket.getInputStream());
            byte[] frame = new byte[input.readInt()];
            input.readFully(frame);
            assertThat(RailPort.answerIn(RailFrame.decode(frame).getFirst())).isEqualTo(refused(RailRefusal.TOO_LARGE));
            assertThatThrownBy(input::readInt).isInstanceOf(IOException.class);
        }
        assertThat(asked).hasValue(0);
    }

    @Test
    void onlyAuthoritiesAskWhatIsForThem() throws IOException {
        Bytes question = new RailRequest.Held().encode();
        try (FrameStream stream = port.connect(bank)) {
            stream.write(frame(1, question));
            assertThat(RailPort.answerIn(RailPort.read(stream, 1).getFirst()))
                    .isEqualTo(refused(RailRefusal.NOT_ALLOWED));
        }
        try (FrameStream stream = port.connect(port.node(new Peer(NodeRole.INSTANT, 2)))) {
            stream.write(frame(1, question));
            assertThat(RailPort.answerIn(RailPort.read(stream, 1).getFirst())).isEqualTo(new RailAnswer.Unknown());
        }
    }

    @Test
    void aNodeOfAnotherNetworkIsNotHeard() {
        var foreign = CertificateAuthority.create(RailPort.NETWORK, Instant.now());
        NodeTls stranger = RailPort.node(foreign, new Peer(NodeRole.BANK, 1));
        assertThatThrownBy(() -> {
                    try (FrameStream stream = port.connect(stranger)) {
                        stream.write(frame(1, QUESTION.encode()));
                        stream.read();
                    }
                })
                .isInstanceOf(IOException.class);
        assertThat(asked).hasValue(0);
    }

    @Test
    void aClientHasAFewConnectionsAndOthersHaveTheirOwn() throws IOException {
        try (FrameStream one = port.connect(bank);
                FrameStream two = port.connect(bank)) {
            await().atMost(SOON).until(() -> port.listener.connections() == 2);
            try (FrameStream third = port.connect(bank)) {
                assertThat(RailPort.answerIn(RailPort.read(third, 1).getFirst()))
                        .isEqualTo(refused(RailRefusal.TOO_MANY_CONNECTIONS));
            }
            try (FrameStream other = port.connect(port.node(new Peer(NodeRole.BANK, 2)))) {
                other.write(frame(1, QUESTION.encode()));
                RailPort.read(other, 1);
            }
            one.write(frame(1, QUESTION.encode()));
            two.write(frame(1, QUESTION.encode()));
            RailPort.read(one, 1);
            RailPort.read(two, 1);
        }
        await().atMost(SOON).until(() -> port.listener.connections() == 0);
        try (FrameStream again = port.connect(bank)) {
            again.write(frame(1, QUESTION.encode()));
            RailPort.read(again, 1);
        }
    }

    /// Its places are full with what is not answered; another client's are its own.
    @Test
    void nothingMoreIsReadOfAClientWithoutAPlace() throws IOException {
        holds = true;
        try (FrameStream stream = port.connect(bank)) {
            for (int i = 0; i < 3 * limits.openPerClient(); i++) {
                stream.write(frame(i, QUESTION.encode()));
            }
            await().atMost(SOON).until(() -> asked.get() == limits.openPerClient());
            holds = false;
            try (FrameStream other = port.connect(port.node(new Peer(NodeRole.BANK, 2)))) {
                other.write(frame(1, QUESTION.encode()));
                RailPort.read(other, 1);
            }
            assertThat(asked).hasValue(limits.openPerClient() + 1);
            List.copyOf(held).forEach(answer -> answer.accept(new RailAnswer.Unknown()));
            assertThat(RailPort.read(stream, 3 * limits.openPerClient()))
                    .extracting(RailMessage::request)
                    .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 3L * limits.openPerClient())
                            .boxed()
                            .toList());
        }
    }

    @Test
    void aClientThatConnectsAgainHasNoPlaceUntilItsFormerRequestsAreAnswered() throws IOException {
        holds = true;
        try (FrameStream first = port.connect(bank)) {
            for (int i = 0; i < limits.openPerClient(); i++) {
                first.write(frame(i, QUESTION.encode()));
            }
            await().atMost(SOON).until(() -> asked.get() == limits.openPerClient());
        }
        await().atMost(SOON).until(() -> port.listener.connections() == 0);
        try (FrameStream again = port.connect(bank)) {
            again.write(frame(1, QUESTION.encode()));
            await().during(Duration.ofMillis(300)).atMost(SOON).until(() -> asked.get() == limits.openPerClient());
            holds = false;
            held.removeFirst().accept(new RailAnswer.Unknown());
            RailPort.read(again, 1);
            assertThat(asked).hasValue(limits.openPerClient() + 1);
        }
        List.copyOf(held).forEach(answer -> answer.accept(new RailAnswer.Unknown()));
    }

    @Test
    void aClientThatNeverReadsItsAnswersCostsBoundedMemoryAndIsCutOff() throws IOException {
        says = new RailAnswer.Held(List.of()); // small answers; many of them fill the socket's buffers
        try (FrameStream deaf = port.connect(bank)) {
            Thread writer = Thread.ofVirtual().start(() -> {
                try {
                    for (long i = 0; true; i++) {
                        deaf.write(frame(i, QUESTION.encode(), QUESTION.encode(), QUESTION.encode()));
                    }
                } catch (IOException cutOff) {
                    // what the test waits for
                }
            });
            await().atMost(SOON).until(() -> !writer.isAlive());
        }
        await().atMost(SOON).until(() -> port.listener.connections() == 0);
        try (FrameStream other = port.connect(bank)) {
            other.write(frame(1, QUESTION.encode()));
            RailPort.read(other, 1);
        }
    }

    /// Its machine is gone: nothing says so, TCP least of all.
    @Test
    void aClientThatSaysNothingGivesItsPlacesBackAndOneThatLivesKeepsThem() throws IOException {
        try (RailPort quick = new RailPort(this::take, limits(SILENT_AFTER))) {
            NodeTls client = quick.node(new Peer(NodeRole.BANK, 1));
            AtomicInteger away = new AtomicInteger();
            try (RailLink living = new RailLink(
                            client, new Peer(NodeRole.INSTANT, 1), quick.address(), 4, counting(away), SILENT_AFTER)
                    .start()) {
                await().atMost(SOON).until(living::isConnected);
                try (FrameStream dead = quick.connect(client)) {
                    await().atMost(SOON).until(() -> quick.listener.connections() == 2);
                    await().atMost(SOON).until(() -> quick.listener.connections() == 1);
                    assertThatThrownBy(dead::read).isInstanceOf(IOException.class);
                }
                await().during(SILENT_AFTER.multipliedBy(2)).atMost(SOON).until(living::isConnected);
                assertThat(away).as("signs keep what lives").hasValue(0);
            }
        }
    }

    private static RailLink.Watcher counting(AtomicInteger away) {
        return new RailLink.Watcher() {
            @Override
            public void away(Peer authority, String cause) {
                away.incrementAndGet();
            }

            @Override
            public void back(Peer authority) {}
        };
    }

    // ---- the asking end

    /// It takes what is asked, and its machine is gone before it answers.
    @Test
    void whatWasAskedOfAnAuthorityThatSaysNothingIsLost() throws Exception {
        NodeTls authority = port.node(new Peer(NodeRole.INSTANT, 1));
        try (ServerSocket entrance = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RailLink link = new RailLink(
                                bank,
                                new Peer(NodeRole.INSTANT, 1),
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), entrance.getLocalPort()),
                                1,
                                RailLink.Watcher.none(),
                                SILENT_AFTER)
                        .start();
                FrameStream mute = FrameStream.called(authority.context(authority.networkTrust()), entrance.accept())) {
            mute.handshake(authority, Math.toIntExact(SOON.toMillis()));
            await().atMost(SOON).until(link::isConnected);
            CompletableFuture<Optional<RailAnswer>> answer = new CompletableFuture<>();
            assertThat(link.ask(QUESTION, answer::complete)).isTrue();
            mute.read();

            assertThat(answer.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEmpty();
        }
    }

    @Test
    void aLinkAsksAndTellsWhatIsLost() throws Exception {
        try (RailLink link =
                new RailLink(bank, new Peer(NodeRole.INSTANT, 1), port.address(), 4, RailLink.Watcher.none()).start()) {
            await().atMost(SOON).until(link::isConnected);
            CompletableFuture<Optional<RailAnswer>> answer = new CompletableFuture<>();
            assertThat(link.ask(QUESTION, answer::complete)).isTrue();
            assertThat(answer.get(SOON.toSeconds(), TimeUnit.SECONDS)).contains(new RailAnswer.Unknown());

            holds = true;
            List<CompletableFuture<Optional<RailAnswer>>> lost = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                lost.add(new CompletableFuture<>());
                assertThat(link.ask(QUESTION, lost.get(i)::complete)).isTrue();
            }
            assertThat(link.ask(QUESTION, _ -> {})).as("no room").isFalse();
            port.close();
            for (CompletableFuture<Optional<RailAnswer>> each : lost) {
                assertThat(each.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEmpty();
            }
        }
    }

    @Test
    void aRequestThatIsTooLargeIsNotSentAndTakesNoPlace() throws Exception {
        RailRequest tooLarge = tooLarge();
        try (RailLink link =
                new RailLink(bank, new Peer(NodeRole.INSTANT, 1), port.address(), 1, RailLink.Watcher.none()).start()) {
            await().atMost(SOON).until(link::isConnected);
            assertThat(link.ask(tooLarge, _ -> {})).isFalse();
            assertThat(link.ask(tooLarge, _ -> {})).isFalse();
            CompletableFuture<Optional<RailAnswer>> answer = new CompletableFuture<>();
            assertThat(link.ask(QUESTION, answer::complete)).isTrue();
            assertThat(answer.get(SOON.toSeconds(), TimeUnit.SECONDS)).contains(new RailAnswer.Unknown());
        }
    }

    /// As many payments as may be carried, of as many authorities as may be, signed in windows as large as may be.
    private static RailRequest tooLarge() {
        TestRail rail = new TestRail(7, 31, SigningScheme.MERKLE_BATCH);
        List<SignedOrder> orders = Stream.generate(() -> rail.order(rail.newKey(), rail.newKey(), 1, 0))
                .limit(CarriedPayments.MAX)
                .toList();
        List<byte[]> window = new ArrayList<>();
        orders.forEach(order -> window.add(RailStatements.vote(rail.scope(), order.id())));
        orders.forEach(order -> window.add(RailStatements.effects(rail.scope(), order.id())));
        while (window.size() < AuthoritySigner.WINDOW_MAX) {
            window.add(new byte[] {1});
        }
        List<Map<Integer, AuthoritySignature>> signed = Stream.generate(
                        () -> (Map<Integer, AuthoritySignature>) new TreeMap<Integer, AuthoritySignature>())
                .limit(2L * orders.size())
                .toList();
        for (int authority = 1; authority <= rail.committee().size().quorum(); authority++) {
            List<AuthoritySignature> signatures = rail.signer(authority).sign(window);
            for (int i = 0; i < signed.size(); i++) {
                signed.get(i).put(authority, signatures.get(i));
            }
        }
        List<FinalPayment> files = new ArrayList<>();
        for (int i = 0; i < orders.size(); i++) {
            int effects = orders.size() + i;
            files.add(new FinalPayment(
                    new TransferCertificate(
                            orders.get(i),
                            rail.verifier()
                                    .combine(window.get(i), signed.get(i))
                                    .signature()
                                    .orElseThrow()),
                    rail.verifier()
                            .combine(window.get(effects), signed.get(effects))
                            .signature()
                            .orElseThrow()));
        }
        return new RailRequest.Order(new OrderRequest(orders.getFirst(), new CarriedPayments(files)));
    }

    @Test
    void aLinkSpeaksToNobodyElse() {
        List<String> causes = Collections.synchronizedList(new ArrayList<>());
        var watcher = new RailLink.Watcher() {
            @Override
            public void away(Peer authority, String cause) {
                causes.add(cause);
            }

            @Override
            public void back(Peer authority) {}
        };
        try (RailLink link = new RailLink(bank, new Peer(NodeRole.INSTANT, 2), port.address(), 4, watcher).start()) {
            await().atMost(SOON).until(() -> !causes.isEmpty());
            assertThat(link.isConnected()).isFalse();
            assertThat(causes.getFirst()).contains("another node");
        }
    }
}

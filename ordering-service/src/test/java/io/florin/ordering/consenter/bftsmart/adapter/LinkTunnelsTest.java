package io.florin.ordering.consenter.bftsmart.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.florin.identity.NetworkMaterial;
import io.florin.identity.NetworkPlan;
import io.florin.identity.NodeIdentity;
import io.florin.ordering.protocol.Certificates;
import io.florin.ordering.protocol.Ed25519PartyKeys;
import io.florin.ordering.protocol.Parties;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.testkit.Patience;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkTunnelsTest {
    /// In which party 1 has the highest number, so that it needs nobody to sit in for callers.
    private static final int ROUND = 5;

    private static final int SOCKET_MILLIS = 20_000;
    private static final Duration WAIT = Patience.LIMIT;

    @TempDir
    private static Path directory;

    private final List<AutoCloseable> open = new ArrayList<>();
    private ConsensusProperties properties =
            new ConsensusProperties(List.of(), null, Duration.ZERO, Duration.ZERO, 20, 8, Duration.ZERO);
    private Parties parties = new Parties(List.of(1), 0, 1);

    @BeforeAll
    static void makeNetwork() throws IOException {
        NetworkMaterial.create(NetworkPlan.demo("test-net"), directory, new SecureRandom(), Instant.now());
    }

    @BeforeEach
    void chooseAddresses() throws IOException {
        List<ConsensusProperties.Party> addresses = new ArrayList<>();
        for (int party = 1; party <= 4; party++) {
            addresses.add(new ConsensusProperties.Party(party, "127.0.0.1", freePort()));
        }
        properties = new ConsensusProperties(
                addresses, null, Duration.ofSeconds(2), Duration.ofSeconds(1), 20, 8, Duration.ofMillis(500));
        parties = Parties.of(NetworkMaterial.genesis(directory).configuration().ordering());
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable it : open) {
            it.close();
        }
    }

    @Test
    void carriesALinkToTheMemberOfTheSameView() throws Exception {
        ReplicaMapping mapping = new ReplicaMapping(parties, ROUND);
        LinkTunnels first = tunnels(1);
        LinkTunnels second = tunnels(2);
        ServerSocket member = memberOf(first, mapping);
        try (Socket near = dial(second, 1, mapping)) {
            greet(near, mapping.replicaOf(2), offer(second));
            try (Socket arrived = member.accept()) {
                arrived.setSoTimeout(SOCKET_MILLIS);
                var input = new DataInputStream(arrived.getInputStream());
                assertThat(input.readInt()).isEqualTo(mapping.replicaOf(2));
                assertThat(KeyOffer.read(input).isSignedBy(second.keys().publicKey()))
                        .isTrue();
                offer(first).writeTo(new DataOutputStream(arrived.getOutputStream()));
                var answers = new DataInputStream(near.getInputStream());
                assertThat(KeyOffer.read(answers).isSignedBy(first.keys().publicKey()))
                        .isTrue();
                say(near, "vote");
                assertThat(hear(input)).isEqualTo("vote");
                say(arrived, "answer");
                assertThat(hear(answers)).isEqualTo("answer");
                assertThat(first.isLinked(2)).isTrue();
                assertThat(second.isLinked(1)).isTrue();
            }
            await().atMost(WAIT).until(() -> !first.isLinked(2) && !second.isLinked(1));
        }
    }

    /// The library would make room for as much, and end for want of it.
    @Test
    void cutsALinkWhoseMessageIsTooLong() throws Exception {
        ReplicaMapping mapping = new ReplicaMapping(parties, ROUND);
        LinkTunnels first = tunnels(1);
        LinkTunnels second = tunnels(2);
        ServerSocket member = memberOf(first, mapping);
        try (Socket near = dial(second, 1, mapping)) {
            greet(near, mapping.replicaOf(2), offer(second));
            try (Socket arrived = member.accept()) {
                arrived.setSoTimeout(SOCKET_MILLIS);
                var input = new DataInputStream(arrived.getInputStream());
                input.readInt();
                KeyOffer.read(input);
                offer(first).writeTo(new DataOutputStream(arrived.getOutputStream()));
                new DataOutputStream(near.getOutputStream()).writeInt(Integer.MAX_VALUE);
                assertThat(input.read()).isEqualTo(-1);
            }
        }
    }

    /// Somebody sits in for a party until it comes to an agreement, so nothing of it reaches the member.
    @Test
    void aLinkThatNamesAnotherReplicaThanItsCertificateIsNone() throws Exception {
        ReplicaMapping mapping = new ReplicaMapping(parties, ROUND);
        LinkTunnels first = tunnels(1);
        LinkTunnels second = tunnels(2);
        ServerSocket member = memberOf(first, mapping);
        try (Socket near = dial(second, 1, mapping)) {
            greet(near, mapping.replicaOf(3), offer(second));
            hasAPlaceholder(near, second);
            nobodyArrives(member);
        }
    }

    /// The library would give the replica up for good, and vote no more.
    @Test
    void aBadSignatureInTheKeyAgreementDoesNotReachTheMember() throws Exception {
        ReplicaMapping mapping = new ReplicaMapping(parties, ROUND);
        LinkTunnels first = tunnels(1);
        LinkTunnels second = tunnels(2);
        ServerSocket member = memberOf(first, mapping);
        try (Socket near = dial(second, 1, mapping)) {
            greet(near, mapping.replicaOf(2), offer(first));
            hasAPlaceholder(near, second);
            nobodyArrives(member);
        }
    }

    /// The library would wait for it without an end, and send nothing to anybody meanwhile.
    @Test
    void aPartyThatSaysNothingOfItsKeyIsNotWaitedFor() throws Exception {
        ReplicaMapping mapping = new ReplicaMapping(parties, ROUND);
        LinkTunnels first = tunnels(1);
        LinkTunnels second = tunnels(2);
        ServerSocket member = memberOf(first, mapping);
        try (Socket near = dial(second, 1, mapping)) {
            greet(near, mapping.replicaOf(2), offer(second));
            try (Socket arrived = member.accept()) {
                assertThat(arrived.isConnected()).isTrue();
                hasAPlaceholder(near, second);
            }
        }
    }

    @Test
    void sitsInForAMemberOfAnotherView() throws Exception {
        LinkTunnels first = tunnels(1);
        LinkTunnels second = tunnels(2);
        memberOf(first, new ReplicaMapping(parties, ROUND));
        ReplicaMapping mapping = new ReplicaMapping(parties, ROUND + 1);
        try (Socket near = dial(second, 1, mapping)) {
            greet(near, mapping.replicaOf(2), offer(second));
            hasAPlaceholder(near, second);
        }
    }

    /// Votes of a party that has just died prove the last decision while the leader is changed; under another key they
    /// would count for nothing.
    @Test
    void whoSitsInForAKnownPartySaysWhatThePartySaid() throws Exception {
        ReplicaMapping mapping = new ReplicaMapping(parties, ROUND);
        LinkTunnels first = tunnels(1);
        LinkTunnels second = tunnels(2);
        ServerSocket member = memberOf(first, mapping);
        KeyOffer said = offer(first);
        try (Socket near = dial(second, 1, mapping)) {
            greet(near, mapping.replicaOf(2), offer(second));
            try (Socket arrived = member.accept()) {
                said.writeTo(new DataOutputStream(arrived.getOutputStream()));
                KeyOffer heard = KeyOffer.read(new DataInputStream(near.getInputStream()));
                assertThat(heard.number()).isEqualTo(said.number());
            }
        }
        first.close();
        try (Socket near = dial(second, 1, mapping)) {
            greet(near, mapping.replicaOf(2), offer(second));
            KeyOffer heard = KeyOffer.read(new DataInputStream(near.getInputStream()));
            assertThat(heard.number()).isEqualTo(said.number());
            assertThat(heard.isSignedBy(first.keys().publicKey())).isTrue();
        }
    }

    /// Whoever reaches the port can open connections and say nothing.
    @Test
    void callersThatSayNothingKeepNoPartyOut() throws Exception {
        ReplicaMapping mapping = new ReplicaMapping(parties, ROUND);
        LinkTunnels first = tunnels(1);
        LinkTunnels second = tunnels(2);
        ServerSocket member = memberOf(first, mapping);
        for (int i = 0; i < 400; i++) {
            open.add(new Socket(
                    InetAddress.getLoopbackAddress(), properties.party(1).port()));
        }
        try (Socket near = dial(second, 1, mapping)) {
            greet(near, mapping.replicaOf(2), offer(second));
            try (Socket arrived = member.accept()) {
                assertThat(arrived.isConnected()).isTrue();
            }
        }
    }

    @Test
    void refusesNodesThatAreNoParty() throws Exception {
        tunnels(1);
        try (NodeIdentity endorser = NodeIdentity.load(directory, new Peer(NodeRole.ENDORSER, 1));
                var far = (SSLSocket) endorser.tls()
                        .context(endorser.tls().networkTrust())
                        .getSocketFactory()
                        .createSocket(
                                InetAddress.getLoopbackAddress(),
                                properties.party(1).port())) {
            far.setSoTimeout(SOCKET_MILLIS);
            far.startHandshake();
            assertThat(far.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void refusesCallersWithoutACertificate() throws Exception {
        tunnels(1);
        try (var plain =
                new Socket(InetAddress.getLoopbackAddress(), properties.party(1).port())) {
            plain.setSoTimeout(SOCKET_MILLIS);
            plain.getOutputStream().write(new byte[64]);
            assertThatThrownBy(() -> new DataInputStream(plain.getInputStream()).readFully(new byte[64]))
                    .isInstanceOf(IOException.class);
        }
    }

    private static void greet(Socket near, int replica, KeyOffer offer) throws IOException {
        var output = new DataOutputStream(near.getOutputStream());
        output.writeInt(replica);
        offer.writeTo(output);
    }

    /// As the library says it, without a code of authentication.
    private static void say(Socket at, String what) throws IOException {
        var output = new DataOutputStream(at.getOutputStream());
        output.writeInt(what.length());
        output.writeBytes(what);
        output.writeByte(0);
    }

    private static String hear(DataInputStream input) throws IOException {
        String heard = new String(input.readNBytes(input.readInt()), StandardCharsets.US_ASCII);
        assertThat(input.readByte()).isZero();
        return heard;
    }

    private KeyOffer offer(LinkTunnels tunnels) {
        return placeholder(tunnels).offer();
    }

    /// Signed with the key of the party that needs one, whom nobody has to believe.
    private static void hasAPlaceholder(Socket near, LinkTunnels of) throws IOException {
        KeyOffer offer = KeyOffer.read(new DataInputStream(near.getInputStream()));
        assertThat(offer.isSignedBy(of.keys().publicKey())).isTrue();
        assertThat(of.isLinked(1)).isFalse();
    }

    private static void nobodyArrives(ServerSocket member) throws IOException {
        member.setSoTimeout(500);
        assertThatThrownBy(member::accept).isInstanceOf(SocketTimeoutException.class);
    }

    private ServerSocket memberOf(LinkTunnels tunnels, ReplicaMapping mapping) throws IOException {
        var member = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        member.setSoTimeout(SOCKET_MILLIS);
        open.add(member);
        tunnels.open(new LinkRoute(mapping, member.getLocalPort(), () -> true, placeholder(tunnels)));
        return member;
    }

    private PlaceholderReplica placeholder(LinkTunnels tunnels) {
        return new PlaceholderReplica(tunnels.keys().privateKey(), BigInteger.valueOf(2_147_483_647), BigInteger.TWO);
    }

    private Socket dial(LinkTunnels tunnels, int party, ReplicaMapping mapping) throws IOException {
        LinkTunnels.Way way = tunnels.to(party, mapping, placeholder(tunnels));
        open.add(way);
        var near = new Socket(InetAddress.getLoopbackAddress(), way.port());
        near.setSoTimeout(SOCKET_MILLIS);
        return near;
    }

    private LinkTunnels tunnels(int party) throws IOException {
        NodeIdentity node = NodeIdentity.load(directory, new Peer(NodeRole.ORDERING, party));
        var keys = new Ed25519PartyKeys(
                party, node.key(), node.genesis().configuration().ordering());
        var certificates = new Certificates(node.networkId(), parties, keys);
        Path own = Files.createDirectories(directory.resolve("data-" + party));
        var tunnels = new LinkTunnels(parties, party, node.tls(), properties, new MemberKeys(own, party, certificates));
        tunnels.start();
        open.addFirst(tunnels);
        open.add(node);
        return tunnels;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}

package io.florin.endorser.gather.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.endorser.gather.adapter.EndorserPeers.PeerFailure;
import io.florin.endorser.protocol.ShareOrder;
import io.florin.ledger.TransactionId;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.api.EndorserInternalApi;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;

/// A peer's answer is the peer's failure, never this endorser's.
class EndorserPeersTest {
    private static final EndorserGroup GROUP = new TestNetwork(1)
            .configuration()
            .endorserGroup(TestNetwork.CURRENCY)
            .orElseThrow();
    private static final ShareOrder ORDER =
            new ShareOrder(GROUP, 1, List.of(new TransactionId(Bytes32.ZERO)), Bytes32.ZERO);

    private final Peer peer = new Peer();
    private final EndorserPeers peers = new EndorserPeers(Map.of(2, peer));

    /// Answers whatever it is told to.
    @NullUnmarked
    private static final class Peer implements EndorserInternalApi {
        private List<Integer> refusals;
        private ShareAnswer share;
        private HttpStatus refused;
        private ShareRequest asked;
        private ProposalAnswer proposed;

        @Override
        public List<Integer> check(byte[] submissions) {
            return refusals;
        }

        @Override
        public ProposalAnswer propose(
                byte[] submissions, int rulesVersion, long keyEpoch, String sharing, String root) {
            assertThat(sharing).isEqualTo(ShareOrder.sharingOf(GROUP).toHex());
            return proposed;
        }

        @Override
        public ShareAnswer share(ShareRequest request) {
            asked = request;
            if (refused != null) {
                throw HttpClientErrorException.create(refused, "", new HttpHeaders(), new byte[0], null);
            }
            return share;
        }

        @Override
        public byte[] clientTransaction(String id) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ClientTransactions clientTransactions(List<String> ids) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void takesAnAnswerThatIsOne() throws PeerFailure {
        peer.refusals = List.of(0, 7);

        assertThat(peers.check(2, new byte[0])).containsExactly(0, 7);
    }

    @Test
    void doesNotTakeRefusalsWithNothingIn() {
        assertFails(() -> peers.check(2, new byte[0]));
        peer.refusals = Arrays.asList(0, null);
        assertFails(() -> peers.check(2, new byte[0]));
    }

    @Test
    void takesVerdictsWithAndWithoutAShare() throws PeerFailure {
        peer.proposed = new EndorserInternalApi.ProposalAnswer(List.of(0, 7), 0, "");
        assertThat(peers.propose(2, new byte[0], Optional.of(ORDER)))
                .isEqualTo(new EndorserPeers.Checked(List.of(0, 7), Optional.empty()));
        peer.proposed = new EndorserInternalApi.ProposalAnswer(List.of(0), 2, "0a".repeat(48));
        assertThat(peers.propose(2, new byte[0], Optional.of(ORDER)))
                .isEqualTo(new EndorserPeers.Checked(List.of(0), Optional.of(Bytes.fromHex("0a".repeat(48)))));
        peer.refusals = List.of(3);
        assertThat(peers.propose(2, new byte[0], Optional.empty()))
                .as("nothing is asked for that the scheme cannot give")
                .isEqualTo(new EndorserPeers.Checked(List.of(3), Optional.empty()));
    }

    @Test
    void doesNotTakeVerdictsWithAShareThatIsNone() {
        assertFails(() -> peers.propose(2, new byte[0], Optional.of(ORDER)));
        peer.proposed = new EndorserInternalApi.ProposalAnswer(List.of(0), 2, "zz");
        assertFails(() -> peers.propose(2, new byte[0], Optional.of(ORDER)));
        peer.proposed = new EndorserInternalApi.ProposalAnswer(List.of(0), 3, "0a".repeat(48));
        assertFails(() -> peers.propose(2, new byte[0], Optional.of(ORDER)));
        peer.proposed = new EndorserInternalApi.ProposalAnswer(Arrays.asList(0, null), 0, "");
        assertFails(() -> peers.propose(2, new byte[0], Optional.of(ORDER)));
    }

    @Test
    void doesNotTakeAShareWithNothingIn() {
        assertFails(() -> peers.share(2, ORDER));
        for (String signature : new String[] {null, "", "zz", "00".repeat(65)}) {
            peer.share = new EndorserInternalApi.ShareAnswer(2, signature);
            assertFails(() -> peers.share(2, ORDER));
        }
        peer.share = new EndorserInternalApi.ShareAnswer(3, "00".repeat(48));
        assertFails(() -> peers.share(2, ORDER));
    }

    @Test
    void tellsSharesOfAnotherRefreshFromThoseThatAreDeclined() {
        for (HttpStatus status : List.of(HttpStatus.PRECONDITION_FAILED, HttpStatus.GONE, HttpStatus.CONFLICT)) {
            peer.refused = status;
            assertThatThrownBy(() -> peers.share(2, ORDER)).isInstanceOfSatisfying(PeerFailure.class, failure -> {
                assertThat(failure.hasOtherShares()).isEqualTo(status == HttpStatus.PRECONDITION_FAILED);
                assertThat(failure.isStale()).isEqualTo(status == HttpStatus.GONE);
                assertThat(failure.isUnreachable()).isFalse();
            });
        }
        assertThat(peer.asked.sharing()).isEqualTo(ShareOrder.sharingOf(GROUP).toHex());
    }

    private static void assertFails(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        PeerFailure.class,
                        failure -> assertThat(failure.isUnreachable()).isFalse());
    }
}

package io.florin.ordering.chain;

import static io.florin.ordering.chain.ChainFixture.GENESIS;
import static io.florin.ordering.chain.ChainFixture.block;
import static io.florin.ordering.chain.ChainFixture.candidate;
import static io.florin.ordering.chain.ChainFixture.opened;
import static io.florin.ordering.chain.ChainFixture.openedFreely;
import static io.florin.ordering.chain.ChainFixture.report;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.crypto.Bytes;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.codec.DecodeException;
import io.florin.ordering.protocol.Candidate;
import io.florin.ordering.protocol.Head;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Encodings that parties write to each other and to disk keep their bytes.
class ChainVectorsTest {
    private static final Candidate FIRST = candidate(GENESIS, 1, "x");
    private static final ReportedVote CLAIM = new ReportedVote(1, FIRST.header(), openedFreely(1, GENESIS));
    private static final Bytes SIGNATURE = Bytes.of(new byte[64]);

    private static final List<ChainMessage> MESSAGES = List.of(
            new ChainMessage.Beat(3, 2, 4, GroupPhase.READY, new Head(7, FIRST.hash())),
            ChainFixture.signature(1, FIRST),
            new ChainMessage.Report(report(2, 2, Optional.of(block(FIRST, 0, 1, 2)), Optional.empty())),
            new ChainMessage.Proposal(
                    2,
                    List.of(
                            report(0, 2, Optional.empty(), Optional.of(CLAIM)),
                            report(1, 2, Optional.empty(), Optional.empty()))),
            new ChainMessage.NewViewVote(new NewView(2, GENESIS, Optional.of(FIRST.header())), SIGNATURE),
            new ChainMessage.Opened(openedFreely(1, GENESIS)),
            new ChainMessage.Acceptance(2, FIRST.hash(), SIGNATURE),
            new ChainMessage.BodyRequest(FIRST.hash()),
            new ChainMessage.Body(FIRST));

    private static final List<VoteRecord> RECORDS = List.of(
            new VoteRecord.Promised(5),
            new VoteRecord.NewViewVoted(5, FIRST.hash()),
            new VoteRecord.ViewOpened(opened(new NewView(2, GENESIS, Optional.of(FIRST.header())), 0, 2, 3)),
            new VoteRecord.Voted(new HeaderVote(1, FIRST, openedFreely(1, GENESIS))));

    @Test
    void messagesComeBackAsTheyWere() {
        assertThat(MESSAGES)
                .allSatisfy(message -> assertThat(ChainMessageCodec.decode(ChainMessageCodec.encode(message)))
                        .isEqualTo(message));
    }

    @Test
    void voteRecordsComeBackAsTheyWere() {
        assertThat(RECORDS)
                .allSatisfy(
                        record -> assertThat(VoteRecord.decode(record.encode())).isEqualTo(record));
    }

    @Test
    void encodingsAreTheRecordedOnes() {
        byte[] all = {};
        for (ChainMessage message : MESSAGES) {
            all = join(all, ChainMessageCodec.encode(message));
        }
        for (VoteRecord record : RECORDS) {
            all = join(all, record.encode());
        }
        assertThat(Bytes.of(ChainMessageCodec.encode(MESSAGES.getFirst())).toHex())
                .isEqualTo(
                        "01000000030000000200000004030000000000000007a6f6d61d03a56b6bc85cdebcaf1d7c66187c669c863b7402484156cbff4ed8a6");
        assertThat(Sha256.hash(all).toHex())
                .isEqualTo("8f322bcfb4cb52cb6d45fc69cfd04b18f9fea2e4ea61de96a11b41793083e620");
    }

    @Test
    void truncatedAndLengthenedMessagesAreRefused() {
        for (ChainMessage message : MESSAGES) {
            byte[] bytes = ChainMessageCodec.encode(message);
            for (int length = 0; length < bytes.length; length++) {
                byte[] cut = Arrays.copyOf(bytes, length);
                assertThatThrownBy(() -> ChainMessageCodec.decode(cut)).isInstanceOf(DecodeException.class);
            }
            assertThatThrownBy(() -> ChainMessageCodec.decode(Arrays.copyOf(bytes, bytes.length + 1)))
                    .isInstanceOf(DecodeException.class);
        }
    }

    @Test
    void entriesOfAnotherHeaderAreRefused() {
        Candidate swapped = new Candidate(
                FIRST.header(), FIRST.hash(), candidate(GENESIS, 1, "y").entries());
        byte[] bytes = ChainMessageCodec.encode(new ChainMessage.Body(swapped));

        assertThatThrownBy(() -> ChainMessageCodec.decode(bytes)).isInstanceOf(DecodeException.class);
    }

    @Test
    void theSumOfALogIsTheSumOfItsCompactedForm() {
        VoteState sum = VoteState.EMPTY;
        for (VoteRecord record : RECORDS) {
            sum = sum.with(record);
        }
        VoteState again = VoteState.EMPTY;
        for (VoteRecord record : sum.compacted()) {
            again = again.with(record);
        }
        assertThat(again).isEqualTo(sum);
    }

    private static byte[] join(byte[] one, byte[] two) {
        byte[] joined = Arrays.copyOf(one, one.length + two.length);
        System.arraycopy(two, 0, joined, one.length, two.length);
        return joined;
    }
}

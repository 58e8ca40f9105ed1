package io.florin.ordering.chain;

import static io.florin.ordering.chain.ChainFixture.GENESIS;
import static io.florin.ordering.chain.ChainFixture.block;
import static io.florin.ordering.chain.ChainFixture.candidate;
import static io.florin.ordering.chain.ChainFixture.opened;
import static io.florin.ordering.chain.ChainFixture.openedFreely;
import static io.florin.ordering.chain.ChainFixture.signature;
import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.ordering.protocol.Candidate;
import io.florin.ordering.protocol.FakePartyKeys;
import io.florin.ordering.protocol.Head;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Party 0 alone, its peers played by the test.
class QuorumChainTest {
    private final Candidate first = candidate(GENESIS, 1, "x");
    private final Candidate other = candidate(GENESIS, 1, "y");
    private VoteState votes = VoteState.EMPTY;
    private QuorumChain chain = start();

    @Test
    void storesTheVoteBeforeItsSignatureLeaves() {
        join(openedFreely(1, GENESIS));

        List<ChainEffect> effects = on(new ChainEvent.Executed(1, first));

        assertThat(indexOf(effects, ChainEffect.Persist.class)).isNotNegative();
        assertThat(indexOf(effects, ChainEffect.Persist.class))
                .isLessThan(indexOf(effects, ChainEffect.Broadcast.class));
        assertThat(signed(effects)).containsExactly(first);
    }

    @Test
    void appendsTheBlockOnceAQuorumHasSigned() {
        join(openedFreely(1, GENESIS));
        on(new ChainEvent.Executed(1, first));

        assertThat(appended(on(from(1, signature(1, first))))).isEmpty();
        List<ChainEffect> effects = on(from(3, signature(3, first)));

        assertThat(appended(effects)).containsExactly(block(first, 0, 1, 3));
        assertThat(chain.head()).isEqualTo(Head.of(first.header()));
    }

    @Test
    void badSignaturesOfOthersDoNotCount() {
        join(openedFreely(1, GENESIS));
        on(new ChainEvent.Executed(1, first));
        var forged = new ChainMessage.HeaderSignature(1, first.hash(), Bytes.of(new byte[64]));
        var stolen = signature(1, first);

        List<ChainEffect> effects = new ArrayList<>(on(from(1, forged)));
        effects.addAll(on(from(2, stolen)));
        effects.addAll(on(from(2, stolen)));

        assertThat(appended(effects)).isEmpty();
        assertThat(effects).hasAtLeastOneElementOfType(ChainEffect.Evidence.class);
    }

    @Test
    void signsNoSecondHeaderOfAHeightInOneView() {
        join(openedFreely(1, GENESIS));
        on(new ChainEvent.Executed(1, first));
        chain = start();
        join(openedFreely(1, GENESIS));

        List<ChainEffect> effects = on(new ChainEvent.Executed(1, other));

        assertThat(signed(effects)).isEmpty();
        assertThat(effects).hasAtLeastOneElementOfType(ChainEffect.Evidence.class);
        assertThat(effects).hasAtLeastOneElementOfType(ChainEffect.StopGroup.class);
    }

    @Test
    void signsAnotherHeaderOfTheHeightInALaterViewThatAllowsIt() {
        join(openedFreely(1, GENESIS));
        on(new ChainEvent.Executed(1, first));
        Candidate later = candidate(GENESIS, 2, "later");
        join(openedFreely(2, GENESIS));

        assertThat(signed(on(new ChainEvent.Executed(2, later)))).containsExactly(later);
    }

    @Test
    void votesNoMoreInARoundAfterPromisingALaterOne() {
        join(openedFreely(1, GENESIS));
        for (int party = 1; party <= 3; party++) {
            on(from(party, new ChainMessage.Beat(2, 1, 2, GroupPhase.NONE, GENESIS)));
        }

        assertThat(votes.promised()).isEqualTo(2);
        assertThat(signed(on(new ChainEvent.Executed(1, first)))).isEmpty();
    }

    @Test
    void oneOtherThatWantsANewViewDoesNotMoveIt() {
        join(openedFreely(1, GENESIS));

        on(from(1, new ChainMessage.Beat(77, 1, 77, GroupPhase.NONE, GENESIS)));

        assertThat(votes.promised()).isEqualTo(1);
    }

    @Test
    void signsAHeaderOfferedAgainOnlyAfterAQuorumAccepted() {
        NewViewCertificate forcing = opened(new NewView(2, GENESIS, Optional.of(first.header())), 1, 2, 3);
        on(from(1, new ChainMessage.Opened(forcing)));
        List<ChainEffect> effects = new ArrayList<>(on(from(1, new ChainMessage.Body(first))));
        assertThat(votes.vote().orElseThrow().view()).isEqualTo(2);
        effects.addAll(on(from(1, acceptance(1))));
        effects.addAll(on(from(1, acceptance(1))));
        assertThat(signed(effects)).isEmpty();

        assertThat(signed(on(from(3, acceptance(3))))).containsExactly(first);
    }

    @Test
    void refusesAFetchedBlockWithoutAQuorumOrOutOfPlace() {
        Candidate second = candidate(Head.of(first.header()), 1, "z");

        assertThat(appended(on(new ChainEvent.Fetched(1, block(first, 0, 1))))).isEmpty();
        assertThat(appended(on(new ChainEvent.Fetched(1, block(second, 0, 1, 2)))))
                .isEmpty();
        assertThat(appended(on(new ChainEvent.Fetched(1, block(first, 0, 1, 2)))))
                .hasSize(1);
    }

    @Test
    void asksOneAfterTheOtherForBlocksItLacks() {
        Head far = new Head(9, other.hash());
        List<Integer> asked = new ArrayList<>();
        for (int tick = 1; tick <= 6; tick++) {
            on(new ChainEvent.Tick(tick * 1_000L)).forEach(effect -> {
                if (effect instanceof ChainEffect.Fetch fetch) {
                    asked.add(fetch.party());
                }
            });
            for (int party = 1; party <= 2; party++) {
                on(from(party, new ChainMessage.Beat(0, 0, 0, GroupPhase.NONE, far)));
            }
        }

        assertThat(asked).contains(1, 2);
    }

    @Test
    void strangersAreHeardByNobody() {
        assertThat(on(from(9, new ChainMessage.BodyRequest(first.hash()))))
                .hasAtLeastOneElementOfType(ChainEffect.Evidence.class);
    }

    private static ChainMessage.Acceptance acceptance(int party) {
        Reproposal offer = new Reproposal(ChainSimulation.PARTIES, ChainFixture.certificates(party));
        return offer.accept(party, 2, candidate(GENESIS, 1, "x").hash());
    }

    private QuorumChain start() {
        return new QuorumChain(
                ChainSimulation.NETWORK,
                ChainSimulation.PARTIES,
                new FakePartyKeys(0),
                ChainTimings.DEFAULT,
                votes,
                Optional.empty());
    }

    /// Opens the view and starts the member, as a founder or, after a restart, beside others that are ready.
    private void join(NewViewCertificate certificate) {
        long view = certificate.view();
        on(new ChainEvent.Tick(1_000));
        on(from(1, new ChainMessage.Opened(certificate)));
        for (int party = 1; party <= 3; party++) {
            on(from(party, new ChainMessage.Beat(view, view, view, GroupPhase.READY, GENESIS)));
        }
        on(new ChainEvent.Tick(1_500));
        on(new ChainEvent.GroupReady(view));
        assertThat(chain.status().phase()).isEqualTo(GroupPhase.READY);
    }

    private List<ChainEffect> on(ChainEvent event) {
        List<ChainEffect> effects = chain.on(event);
        for (ChainEffect effect : effects) {
            if (effect instanceof ChainEffect.Persist persist) {
                votes = votes.with(persist.record());
            }
        }
        return effects;
    }

    private static ChainEvent from(int party, ChainMessage message) {
        return new ChainEvent.Received(party, message);
    }

    private static int indexOf(List<ChainEffect> effects, Class<? extends ChainEffect> kind) {
        for (int i = 0; i < effects.size(); i++) {
            if (kind.isInstance(effects.get(i))) {
                return i;
            }
        }
        return -1;
    }

    private static List<io.florin.ledger.block.Block> appended(List<ChainEffect> effects) {
        return effects.stream()
                .filter(ChainEffect.Append.class::isInstance)
                .map(effect -> ((ChainEffect.Append) effect).block())
                .toList();
    }

    /// Candidates of the fixture that the effects sign.
    private List<Candidate> signed(List<ChainEffect> effects) {
        List<Candidate> known = List.of(first, other, candidate(GENESIS, 2, "later"));
        return effects.stream()
                .filter(ChainEffect.Broadcast.class::isInstance)
                .map(effect -> ((ChainEffect.Broadcast) effect).message())
                .filter(ChainMessage.HeaderSignature.class::isInstance)
                .map(message -> ((ChainMessage.HeaderSignature) message).headerHash())
                .flatMap(hash -> known.stream().filter(it -> it.hash().equals(hash)))
                .toList();
    }
}

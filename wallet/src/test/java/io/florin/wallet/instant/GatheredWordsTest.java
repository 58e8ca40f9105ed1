package io.florin.wallet.instant;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.OpenSequence;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RailStatements;
import io.florin.ledger.rail.RescueEvidence;
import io.florin.ledger.rail.RescueGround;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.RescueStatement;
import io.florin.ledger.rail.RescueVerdict;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.channel.RailAnswer;
import io.florin.ledger.rail.channel.RailRequest;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The rescue of two orders with a committee of four, of whom one may lie.
class GatheredWordsTest {
    private static final long SEQUENCE = 3;
    private static final long HEIGHT = 10;

    private final TestRail rail = new TestRail(7, 4);
    private final Ed25519KeyPair alice = rail.newKey();
    private final SignedOrder one = rail.order(alice, rail.newKey(), 700, SEQUENCE);
    private final SignedOrder other = rail.order(alice, rail.newKey(), 700, SEQUENCE);
    private final RailSequence sequence = RailSequence.of(one.order());
    private final GatheredWords<OpenSequence> open = GatheredWords.ofOpen(sequence, rail.verifier());
    private final GatheredWords<RescueStatement> statements = GatheredWords.ofRescue(sequence, rail.verifier());

    private RailAnswer open(int authority, long at) {
        return new RailAnswer.Open(new OpenSequence(
                authority,
                sequence.account(),
                at,
                rail.sign(authority, RailStatements.openSequence(rail.scope(), sequence.account(), at))));
    }

    private RailAnswer stated(int authority) {
        return new RailAnswer.Stated(new RescueStatement(
                sequence,
                authority,
                Optional.empty(),
                rail.sign(authority, RailStatements.rescue(sequence, Optional.empty()))));
    }

    @Test
    void whatIsGatheredBeginsARescueAndEndsIt() {
        assertThat(open.request()).isEqualTo(new RailRequest.OpenSequence(sequence.account(), SEQUENCE));
        open.answered(4, open(4, SEQUENCE));
        assertThat(open.words()).as("one may lie").isEmpty();
        open.answered(2, open(2, SEQUENCE));
        assertThat(open.isUnderWay()).isFalse();
        RescueEvidence evidence = new RescueEvidence(
                RescueGround.TwoOrders.of(one, other), open.words().orElseThrow());
        assertThat(evidence.refusal(rail.scope(), rail.verifier(), HEIGHT)).isEmpty();

        assertThat(statements.request()).isEqualTo(new RailRequest.Statement(sequence.account(), SEQUENCE));
        for (int authority = 1; authority <= 3; authority++) {
            assertThat(statements.isUnderWay()).isTrue();
            statements.answered(authority, stated(authority));
        }
        assertThat(statements.isUnderWay()).isFalse();
        assertThat(RescueOutcome.of(sequence, statements.words().orElseThrow()).verdict(rail.scope(), rail.verifier()))
                .isInstanceOf(RescueVerdict.Void.class);
    }

    @Test
    void moreThanEnoughIsNotKept() {
        for (int authority = 1; authority <= 4; authority++) {
            open.answered(authority, open(authority, SEQUENCE));
        }
        assertThat(open.words().orElseThrow())
                .extracting(OpenSequence::authority)
                .containsExactly(1, 2);
    }

    @Test
    void aRepeatCountsOnce() {
        open.answered(1, open(1, SEQUENCE));
        open.answered(1, open(1, SEQUENCE));
        assertThat(open.isUnderWay()).isTrue();
        assertThat(open.missing()).containsExactly(2, 3, 4);
    }

    @Test
    void aWordOfAnotherSequenceAnotherNameOrAnotherPurposeIsNone() {
        open.answered(1, open(1, SEQUENCE + 1));
        open.answered(1, open(2, SEQUENCE));
        open.answered(
                1,
                new RailAnswer.Open(new OpenSequence(
                        1,
                        sequence.account(),
                        SEQUENCE,
                        rail.sign(1, RailStatements.rescue(sequence, Optional.empty())))));
        open.answered(1, new RailAnswer.Refused(RailRefusal.TOO_BUSY));
        open.answered(1, stated(1));
        assertThat(open.missing()).containsExactly(1, 2, 3, 4);

        SignedOrder elsewhere = rail.order(rail.newKey(), rail.newKey(), 1, SEQUENCE);
        statements.answered(
                1,
                new RailAnswer.Stated(new RescueStatement(
                        RailSequence.of(elsewhere.order()),
                        1,
                        Optional.empty(),
                        rail.sign(1, RailStatements.rescue(RailSequence.of(elsewhere.order()), Optional.empty())))));
        statements.answered(1, stated(2));
        statements.answered(
                1,
                new RailAnswer.Stated(new RescueStatement(
                        sequence,
                        1,
                        Optional.empty(),
                        rail.sign(1, RailStatements.openSequence(rail.scope(), sequence.account(), SEQUENCE)))));
        assertThat(statements.missing()).containsExactly(1, 2, 3, 4);
    }
}

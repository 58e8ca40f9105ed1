package io.florin.ordering.chain;

import static io.florin.ordering.chain.ChainFixture.GENESIS;
import static io.florin.ordering.chain.ChainFixture.block;
import static io.florin.ordering.chain.ChainFixture.candidate;
import static io.florin.ordering.chain.ChainFixture.opened;
import static io.florin.ordering.chain.ChainFixture.openedFreely;
import static io.florin.ordering.chain.ChainFixture.report;
import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.ledger.block.Block;
import io.florin.ordering.protocol.Candidate;
import io.florin.ordering.protocol.Head;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NewViewRuleTest {
    private final NewViewRule rule = ChainFixture.rule();
    private final Candidate first = candidate(GENESIS, 1, "x");
    private final Candidate other = candidate(GENESIS, 1, "y");
    private final ReportedVote claim = new ReportedVote(1, first.header(), openedFreely(1, GENESIS));

    @Test
    void nothingIsForcedWhereNobodyVoted() {
        assertThat(rule.select(2, List.of(silent(0, 2), silent(1, 2), silent(3, 2))))
                .contains(new NewView(2, GENESIS, Optional.empty()));
    }

    @Test
    void theHighestCertifiedHeadIsTheBase() {
        Block one = block(first, 0, 1, 2);
        Candidate second = candidate(Head.of(first.header()), 1, "z");
        ReportedVote above = new ReportedVote(1, second.header(), openedFreely(1, GENESIS));

        Optional<NewView> newView = rule.select(
                2,
                List.of(
                        report(0, 2, Optional.empty(), Optional.of(claim)),
                        report(1, 2, Optional.of(one), Optional.of(above)),
                        silent(2, 2)));

        assertThat(newView).contains(new NewView(2, Head.of(first.header()), Optional.of(second.header())));
    }

    @Test
    void oneVoteForcesTheHeaderBecauseTheOthersMayBeSilentOrLie() {
        assertThat(rule.select(2, List.of(voted(0, 2, claim), silent(1, 2), silent(2, 2))))
                .contains(new NewView(2, GENESIS, Optional.of(first.header())));
    }

    @Test
    void theLatestViewCounts() {
        Candidate later = candidate(GENESIS, 2, "later");
        ReportedVote laterClaim = new ReportedVote(2, later.header(), openedFreely(2, GENESIS));

        assertThat(rule.select(3, List.of(voted(0, 3, claim), voted(1, 3, laterClaim), voted(2, 3, claim))))
                .contains(new NewView(3, GENESIS, Optional.of(later.header())));
    }

    @Test
    void twoHeadersOfOneViewWaitForTheFourthReport() {
        ReportedVote otherClaim = new ReportedVote(1, other.header(), openedFreely(1, GENESIS));
        List<ViewChange> three = List.of(voted(0, 2, claim), voted(1, 2, otherClaim), silent(2, 2));

        assertThat(rule.select(2, three)).isEmpty();
        assertThat(rule.select(2, List.of(three.get(0), three.get(1), three.get(2), voted(3, 2, claim))))
                .contains(new NewView(2, GENESIS, Optional.of(first.header())));
        assertThat(rule.select(2, List.of(three.get(0), three.get(1), three.get(2), silent(3, 2))))
                .contains(new NewView(2, GENESIS, Optional.empty()));
    }

    @Test
    void tooFewReportsOrOneTwiceDecideNothing() {
        assertThat(rule.select(2, List.of(silent(0, 2), silent(1, 2)))).isEmpty();
        assertThat(rule.select(2, List.of(silent(0, 2), silent(1, 2), silent(1, 2))))
                .isEmpty();
    }

    @Test
    void acceptsWhatAnHonestPartyReports() {
        assertThat(rule.isValid(silent(0, 2), 2)).isTrue();
        assertThat(rule.isValid(voted(0, 2, claim), 2)).isTrue();
        assertThat(rule.isValid(report(0, 2, Optional.of(block(first, 1, 2, 3)), Optional.empty()), 2))
                .isTrue();
    }

    @Test
    void refusesReportsThatAreNotSignedByTheirPartyForThisView() {
        ViewChange report = silent(0, 2);
        ViewChange stolen = new ViewChange(1, report.view(), report.head(), report.claim(), report.signature());

        assertThat(rule.isValid(report, 3)).isFalse();
        assertThat(rule.isValid(stolen, 2)).isFalse();
        assertThat(rule.isValid(report.signed(Bytes.of(new byte[64])), 2)).isFalse();
        assertThat(rule.isValid(report(9, 2, Optional.empty(), Optional.empty()), 2))
                .isFalse();
    }

    @Test
    void refusesAHeadWithoutAQuorum() {
        assertThat(rule.isValid(report(0, 2, Optional.of(block(first, 1, 2)), Optional.empty()), 2))
                .isFalse();
    }

    @Test
    void refusesAClaimWithoutTheCertificateOfItsView() {
        NewViewCertificate twoVotes = opened(new NewView(1, GENESIS, Optional.empty()), 0, 1);

        assertThat(rule.isValid(voted(0, 2, new ReportedVote(1, first.header(), twoVotes)), 2))
                .isFalse();
        assertThat(rule.isValid(
                        voted(
                                0,
                                9,
                                new ReportedVote(7, candidate(GENESIS, 7, "x").header(), openedFreely(1, GENESIS))),
                        9))
                .isFalse();
    }

    /// The lie that would fork: a vote for another header in a view that offered X again.
    @Test
    void refusesAClaimThatTheViewDidNotAllow() {
        NewViewCertificate forcing = opened(new NewView(2, GENESIS, Optional.of(first.header())), 1, 2, 3);
        Candidate fresh = candidate(GENESIS, 2, "fresh");

        assertThat(rule.isValid(voted(0, 3, new ReportedVote(2, fresh.header(), forcing)), 3))
                .isFalse();
        assertThat(rule.isValid(voted(0, 3, new ReportedVote(2, other.header(), forcing)), 3))
                .isFalse();
        assertThat(rule.isValid(voted(0, 3, new ReportedVote(2, first.header(), forcing)), 3))
                .isTrue();
    }

    @Test
    void refusesAClaimOfALaterViewOrAnotherHeight() {
        Candidate far = candidate(Head.of(first.header()), 1, "far");

        assertThat(rule.isValid(voted(0, 1, claim), 1)).isFalse();
        assertThat(rule.isValid(voted(0, 2, new ReportedVote(1, far.header(), openedFreely(1, GENESIS))), 2))
                .isFalse();
    }

    private static ViewChange silent(int party, long view) {
        return report(party, view, Optional.empty(), Optional.empty());
    }

    private static ViewChange voted(int party, long view, ReportedVote claim) {
        return report(party, view, Optional.empty(), Optional.of(claim));
    }
}

package io.florin.simulation.rail;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.instant.account.AccountShard;
import io.florin.instant.account.ShardAnswer;
import io.florin.instant.account.ShardEffect;
import io.florin.instant.account.ShardEvent;
import io.florin.instant.account.ShardPlace;
import io.florin.instant.account.ShardRecord;
import io.florin.ledger.Amount;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.ConfirmationOrder;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.SignedOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The attack for which a credit is spendable only when it is final. Four authorities A, B, C and a liar. Order X1 is
/// executed at A only, X2 at B only, and both pay the same account. If credits counted at once, A, B and the liar would
/// vote for what the account pays on; then X1 and X2 are both rescued, void, and money has appeared.
///
/// Rescue is not built yet, so what is shown is the step without which there is no attack: nobody honest votes.
final class OnlyFinalCreditsCountTest {

    private final TestRail rail = new TestRail(1, 4);
    private final Ed25519KeyPair first = rail.newKey();
    private final Ed25519KeyPair second = rail.newKey();
    private final Ed25519KeyPair recipient = rail.newKey();
    private final Ed25519KeyPair shop = rail.newKey();
    private final Authority a = new Authority(1);
    private final Authority b = new Authority(2);
    private final SignedOrder x1 = rail.order(first, recipient, 100, 0);
    private final SignedOrder x2 = rail.order(second, recipient, 100, 0);
    private final SignedOrder onward = rail.order(recipient, shop, 100, 0);

    /// A core whose disk syncs at once.
    private final class Authority {
        private final AccountShard core;
        private final List<ShardRecord> journal = new ArrayList<>();

        Authority(int number) {
            core = new AccountShard(
                    new ShardPlace(rail.scope(), number, 0, 1), rail.committee(), rail.verifier(), rail.signer(number));
        }

        ShardAnswer on(ShardEvent event) {
            journal.addAll(core.on(event));
            return core.synced(journal.size()).stream()
                    .filter(ShardEffect.Answer.class::isInstance)
                    .map(effect -> ((ShardEffect.Answer) effect).answer())
                    .findFirst()
                    .orElseGet(ShardAnswer.Unknown::new);
        }

        void deposit(Ed25519KeyPair owner) {
            on(new ShardEvent.DepositSeen(rail.newBytes(), TestRail.accountOf(owner), Amount.of(100)));
        }

        void execute(SignedOrder order) {
            var confirmation = new ConfirmationOrder(rail.certify(order), CarriedPayments.NONE);
            assertThat(on(new ShardEvent.ConfirmationAsked(1, confirmation))).isInstanceOf(ShardAnswer.Executed.class);
        }

        ShardAnswer ask(SignedOrder order, FinalPayment... carried) {
            var request = new OrderRequest(order, new CarriedPayments(List.of(carried)));
            return on(new ShardEvent.OrderAsked(1, request));
        }
    }

    @BeforeEach
    void eachOrderIsExecutedAtOneHonestAuthority() {
        for (Authority each : List.of(a, b)) {
            each.deposit(first);
            each.deposit(second);
        }
        a.execute(x1);
        b.execute(x2);
    }

    @Test
    void nobodyHonestVotesForMoneyThatOneAuthorityExecuted() {
        assertThat(a.ask(onward)).isEqualTo(new ShardAnswer.Refused(RailRefusal.NOT_COVERED));
        assertThat(b.ask(onward)).isEqualTo(new ShardAnswer.Refused(RailRefusal.NOT_COVERED));
    }

    @Test
    void aCertificateInPlaceOfAFinalPaymentDoesNotCoverItEither() {
        FinalPayment promise =
                new FinalPayment(rail.certify(x1), rail.certify(x1).votes());

        assertThat(a.ask(onward, promise)).isEqualTo(new ShardAnswer.Refused(RailRefusal.BAD_EFFECTS));
    }

    @Test
    void whatIsFinalCovers() {
        assertThat(a.ask(onward, rail.finish(x1))).isInstanceOf(ShardAnswer.Voted.class);
        assertThat(b.ask(onward, rail.finish(x1))).isInstanceOf(ShardAnswer.Voted.class);
    }
}

package io.florin.instant.authority.adapter;

import static io.florin.instant.authority.adapter.RunningAuthority.get;
import static io.florin.instant.authority.adapter.RunningAuthority.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.instant.account.ShardAnswer;
import io.florin.ledger.Amount;
import io.florin.ledger.NetworkId;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.FinalPayment;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.RailId;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RailScope;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.TransferOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Attacks on a running committee of four with two shards each, on real files. One authority may lie or be away.
class AttacksOnACommitteeTest {
    private static final List<Integer> ALL = List.of(1, 2, 3, 4);
    private static final int EQUIVOCATORS = 1_000;

    private final TestRail rail = new TestRail(7, 4);
    private final Ed25519KeyPair alice = rail.newKey();
    private final Ed25519KeyPair bob = rail.newKey();
    private final Ed25519KeyPair carol = rail.newKey();
    private RunningCommittee committee;

    @TempDir
    private Path directory;

    @BeforeEach
    void begins() {
        committee = new RunningCommittee(rail, directory);
    }

    @AfterEach
    void moneyIsConservedEverywhere() {
        for (int authority : ALL) {
            soon().until(() -> committee.unaccounted(authority) == 0);
        }
        assertThat(committee.faults).isEmpty();
        committee.close();
    }

    private FinalPayment pay(SignedOrder order, List<Integer> asked) {
        TransferCertificate certificate = committee.certify(order, asked).orElseThrow();
        return committee.finish(certificate, asked).orElseThrow();
    }

    private void assertRefused(int authority, SignedOrder order, RailRefusal reason) {
        assertThat(get(committee.order(authority, order))).isEqualTo(new ShardAnswer.Refused(reason));
    }

    @Test
    void oneSilentAuthorityStopsNothingAndCatchesUp() {
        committee.deposit(alice, 100);
        committee.silent.add(4);
        for (int sequence = 0; sequence < 5; sequence++) {
            pay(rail.order(alice, bob, 10, sequence), List.of(1, 2, 3));
        }
        soon().until(() -> committee.view(1, bob).balance().minorUnits() == 50);
        committee.silent.clear();
        soon().until(() -> committee.view(4, bob).balance().minorUnits() == 50);
        assertThat(committee.view(4, alice).nextSequence()).isEqualTo(5);
        pay(rail.order(bob, carol, 50, 0), List.of(2, 3, 4));
    }

    /// Half of the committee has the one order, half the other: neither gets a certificate. Nobody else notices.
    @Test
    void equivocatingOwnersByTheThousandLockThemselvesAndNobodyElse() {
        committee.deposit(alice, 1_000);
        List<Ed25519KeyPair> owners =
                Stream.generate(rail::newKey).limit(EQUIVOCATORS).toList();
        owners.forEach(owner -> committee.deposit(owner, 1));
        List<CompletableFuture<ShardAnswer>> answers = new ArrayList<>();
        for (Ed25519KeyPair owner : owners) {
            SignedOrder one = rail.order(owner, bob, 1, 0);
            SignedOrder other = rail.order(owner, carol, 1, 0);
            answers.add(committee.order(1, one));
            answers.add(committee.order(2, one));
            answers.add(committee.order(3, other));
            answers.add(committee.order(4, other));
        }
        for (int sequence = 0; sequence < 20; sequence++) {
            pay(rail.order(alice, bob, 1, sequence), ALL);
        }
        answers.forEach(answer -> assertThat(get(answer)).isInstanceOf(ShardAnswer.Voted.class));
        for (Ed25519KeyPair owner : owners.subList(0, 10)) {
            SignedOrder third = rail.order(owner, alice, 1, 0);
            assertThat(committee.certify(third, ALL)).isEmpty();
            assertRefused(1, third, RailRefusal.SEQUENCE_TAKEN);
            assertThat(committee.view(1, owner).balance().minorUnits()).isEqualTo(1);
        }
        soon().until(() -> committee.view(3, bob).balance().minorUnits() == 20);
    }

    /// Both copies hold the same key and do not know of each other.
    @Test
    void twoCopiesOfOneWalletMakeOnePaymentOfASequence() {
        committee.deposit(alice, 100);
        SignedOrder one = rail.order(alice, bob, 60, 0);
        SignedOrder other = rail.order(alice, carol, 60, 0);
        Optional<TransferCertificate> first = committee.certify(one, List.of(1, 2, 3));
        Optional<TransferCertificate> second = committee.certify(other, List.of(4, 3, 2, 1));
        assertThat(first).isPresent();
        assertThat(second).isEmpty();
        assertThat(committee.finish(first.orElseThrow(), ALL)).isPresent();
        assertRefused(4, other, RailRefusal.SEQUENCE_USED);
        assertThat(committee.view(4, alice).balance().minorUnits()).isEqualTo(40);
        assertRefused(4, rail.order(alice, carol, 60, 1), RailRefusal.NOT_COVERED);
    }

    @Test
    void aRestartBetweenVoteAndExecutionForgetsNoVote() {
        committee.deposit(alice, 100);
        SignedOrder order = rail.order(alice, bob, 60, 0);
        TransferCertificate certificate =
                committee.certify(order, List.of(1, 2, 3)).orElseThrow();
        for (int authority : List.of(1, 2, 3)) {
            committee.restart(authority);
            assertRefused(authority, rail.order(alice, carol, 60, 0), RailRefusal.SEQUENCE_TAKEN);
        }
        assertThat(committee.finish(certificate, ALL)).isPresent();
        committee.restart(2);
        assertThat(get(committee.order(2, order))).isInstanceOf(ShardAnswer.Executed.class);
    }

    @Test
    void anOrderMeansNothingOnAnotherNetworkRailOrEpoch() {
        committee.deposit(alice, 100);
        RailScope here = rail.scope();
        assertElsewhere(
                new RailScope(new NetworkId(Bytes32.ZERO), here.rail(), here.epoch()), RailRefusal.WRONG_NETWORK);
        assertElsewhere(new RailScope(here.network(), new RailId(2), here.epoch()), RailRefusal.WRONG_RAIL);
        assertElsewhere(new RailScope(here.network(), here.rail(), 2), RailRefusal.WRONG_EPOCH);
        assertThat(committee.view(1, alice).votedFor()).isEmpty();
    }

    private void assertElsewhere(RailScope scope, RailRefusal reason) {
        TransferOrder order = rail.order(alice, bob, 1, 0).order();
        SignedOrder elsewhere = SignedOrder.sign(
                new TransferOrder(
                        scope,
                        order.owner(),
                        order.recipient(),
                        order.amount(),
                        order.sequence(),
                        order.expiryHeight(),
                        order.userData()),
                alice);
        ALL.forEach(authority -> assertRefused(authority, elsewhere, reason));
    }

    /// An order's signature, with another amount, payee or expiry beneath it.
    @Test
    void whatIsAlteredAfterSigningGetsNoVote() {
        committee.deposit(alice, 100);
        SignedOrder signed = rail.order(alice, bob, 1, 0);
        TransferOrder order = signed.order();
        TransferOrder more = new TransferOrder(
                order.scope(), order.owner(), order.recipient(), Amount.of(100), 0, 50, order.userData());
        TransferOrder anothers = new TransferOrder(
                order.scope(),
                order.owner(),
                rail.order(bob, carol, 1, 0).order().recipient(),
                order.amount(),
                0,
                50,
                order.userData());
        for (TransferOrder altered : List.of(more, anothers)) {
            assertRefused(1, new SignedOrder(altered, signed.signature()), RailRefusal.BAD_OWNER_SIGNATURE);
        }
        pay(signed, ALL);
    }

    @Test
    void anAmountThatNoAccountHasOverflowsNothing() {
        committee.deposit(alice, 100);
        assertRefused(1, rail.order(alice, bob, Long.MAX_VALUE, 0), RailRefusal.NOT_COVERED);
        pay(rail.order(alice, bob, 100, 0), ALL);
    }

    /// Votes of one purpose are no effects: who shows a certificate's signatures as the word of execution is refused.
    @Test
    void aCertificateIsNoProofOfExecution() {
        committee.deposit(alice, 100);
        TransferCertificate certificate =
                committee.certify(rail.order(alice, bob, 1, 0), ALL).orElseThrow();
        var forged = new FinalPayment(certificate, certificate.votes());
        assertThat(forged.refusal(rail.scope(), rail.verifier())).contains(RailRefusal.BAD_EFFECTS);
        var request = new OrderRequest(rail.order(bob, carol, 1, 0), new CarriedPayments(List.of(forged)));
        CompletableFuture<ShardAnswer> answer = new CompletableFuture<>();
        committee.authority(1).order(request, answer::complete);
        assertThat(get(answer)).isEqualTo(new ShardAnswer.Refused(RailRefusal.BAD_EFFECTS));
    }

    /// The payer leaves when two have executed it; the payee holds the certificate.
    @Test
    void whoeverHoldsTheCertificateFinishesThePayment() {
        committee.deposit(alice, 100);
        SignedOrder order = rail.order(alice, bob, 30, 0);
        TransferCertificate certificate = committee.certify(order, ALL).orElseThrow();
        assertThat(committee.finish(certificate, List.of(1, 2)))
                .as("two effects")
                .isEmpty();
        FinalPayment file = committee.finish(certificate, ALL).orElseThrow();
        assertThat(file.refusal(rail.scope(), rail.verifier())).isEmpty();
        soon().until(() -> committee.view(3, bob).balance().minorUnits() == 30);
    }
}

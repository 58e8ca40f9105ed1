package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailRecipient;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RailBooksTest {
    private final TestRail rail = new TestRail(7, 4);
    private final Ed25519KeyPair alice = rail.newKey();
    private final Ed25519KeyPair bob = rail.newKey();
    private final Ed25519KeyPair carol = rail.newKey();

    private static RailAccount account(Ed25519KeyPair owner) {
        return TestRail.accountOf(owner);
    }

    private List<TransferCertificate> orders(SignedOrder... orders) {
        return Arrays.stream(orders).map(rail::certify).toList();
    }

    private RailBooks books(List<TransferCertificate> ofAlice, List<TransferCertificate> ofBob) {
        Map<RailAccount, List<TransferCertificate>> all = new TreeMap<>();
        all.put(account(alice), ofAlice);
        all.put(account(bob), ofBob);
        all.put(account(carol), List.of());
        return new RailBooks(all);
    }

    /// Bob's order is covered by what Alice pays him, and hers by what he pays back, whichever stands first.
    @Test
    void whatWasReceivedCoversWhatIsPaid() {
        RailBooks books = books(
                orders(rail.order(alice, bob, 100, 0), rail.order(alice, carol, 30, 1)),
                orders(rail.order(bob, alice, 50, 0), rail.order(bob, carol, 50, 1)));

        assertThat(books.uncovered(Map.of(account(alice), 100L))).isEmpty();
        assertThat(books.ids()).hasSize(4);
    }

    @Test
    void namesWhoPaidAUnitTooMuch() {
        RailBooks books = books(
                orders(rail.order(alice, bob, 100, 0)),
                orders(rail.order(bob, carol, 100, 0), rail.order(bob, carol, 1, 1)));

        assertThat(books.uncovered(Map.of(account(alice), 100L))).containsExactly(account(bob));
    }

    /// Each is covered by the other's only, so that neither can have been first.
    @Test
    void twoPaymentsThatCoverEachOtherAreNotCovered() {
        RailBooks books = books(orders(rail.order(alice, bob, 10, 0)), orders(rail.order(bob, alice, 10, 0)));

        assertThat(books.uncovered(Map.of())).containsExactlyInAnyOrder(account(alice), account(bob));
    }

    @Test
    void whatLeavesForTheLedgerIsGone() {
        var ledger = new RailRecipient.OnLedger(new OwnerKey(alice.publicKey()));
        RailBooks books = books(orders(rail.order(alice, ledger, 60, 0), rail.order(alice, bob, 60, 1)), List.of());

        assertThat(books.uncovered(Map.of(account(alice), 120L))).isEmpty();
        assertThat(books.uncovered(Map.of(account(alice), 100L))).containsExactly(account(alice));
    }
}

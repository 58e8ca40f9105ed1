package io.florin.sandbox.rail;

import io.florin.ledger.rail.AccountInformation;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailSequence;
import io.florin.ledger.rail.RescueEvidence;
import io.florin.ledger.rail.RescueGround;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.RescueVerdict;
import io.florin.ledger.rail.SignedOrder;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.demo.Await;
import io.florin.sandbox.run.SandboxException;
import io.florin.wallet.payment.RailBuilder;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;

/// A customer who signs two orders for one sequence, by two copies of a wallet or to be paid for twice: each half of
/// the authorities votes for another one, neither is certified, and the account pays nobody any more. The ledger
/// rescues it: nobody decides anything but the evidence and the authorities' own words.
final class DoubleOrder {
    private final RailConnection connection;
    private final LedgerEntrance ledger;
    private final List<Integer> authorities;

    /// @param authorities all of the rail, living
    DoubleOrder(RailConnection connection, LedgerEntrance ledger, List<Peer> authorities) {
        this.connection = connection;
        this.ledger = ledger;
        this.authorities = authorities.stream().map(Peer::id).toList();
    }

    /// Locks the account, and has it rescued.
    ///
    /// @param one order, and another one of the same sequence, which the account has reached
    /// @return milliseconds from the evidence until every authority takes the next order
    /// @throws SandboxException unless all of it goes this way
    long rescued(SignedOrder one, SignedOrder other) {
        lock(one, other);
        long begin = System.nanoTime();
        RescueEvidence evidence = connection.evidence(RescueGround.TwoOrders.of(one, other));
        RailBuilder builder = new RailBuilder(ledger.view(), new SecureRandom());
        ledger.settle(builder.rescue(evidence));
        RailSequence rescue = evidence.sequence();
        RescueOutcome outcome = connection.outcome(rescue);
        if (!(outcome.verdict(connection.scope(), connection.verifier()) instanceof RescueVerdict.Void)) {
            throw new SandboxException("a sequence without a certified order is not void: " + outcome);
        }
        ledger.settle(new RailBuilder(ledger.view(), new SecureRandom()).end(outcome));
        for (int authority : authorities) {
            Await.until(
                    "authority " + authority + " to take the next order",
                    Await.PATIENCE,
                    () -> isUnlocked(seen(authority, rescue.account()), rescue.sequence()));
        }
        return (System.nanoTime() - begin) / 1_000_000;
    }

    private static boolean isUnlocked(AccountInformation account, long sequence) {
        return account.nextSequence() == sequence + 1
                && account.pending().isEmpty()
                && account.frozen().isEmpty();
    }

    private void lock(SignedOrder one, SignedOrder other) {
        RailAccount account = one.order().sender();
        for (int authority : authorities) {
            Await.until(
                    "authority " + authority + " to have executed what was ordered before",
                    Await.PATIENCE,
                    () -> seen(authority, account).nextSequence() == one.order().sequence());
        }
        int half = authorities.size() / 2;
        isVotedFor(one, authorities.subList(0, half));
        isVotedFor(other, authorities.subList(half, authorities.size()));
        connection.offer(one, authorities);
    }

    private void isVotedFor(SignedOrder order, List<Integer> some) {
        Await.until("the votes of authorities " + some, Await.PATIENCE, () -> {
            connection.offer(order, some);
            return some.stream()
                    .map(authority -> seen(authority, order.order().sender()).pending())
                    .allMatch(Optional.of(order.id())::equals);
        });
    }

    private AccountInformation seen(int authority, RailAccount account) {
        return connection.account(authority, account, 0);
    }
}

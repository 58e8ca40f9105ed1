package io.florin.instant.account;

import io.florin.crypto.Bytes32;
import io.florin.instant.journal.StateItem;
import io.florin.instant.journal.StateWriter;
import io.florin.ledger.Amount;
import io.florin.ledger.Invariant;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.ReceivedPayment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Credits of one account: a set keyed by order id. The same payment is told by its execution here, by the word that it
/// is final, and by files that its payee carries, in any order and each again; it counts once.
///
/// | told | unknown before | pending | final | ahead |
/// |---|---|---|---|---|
/// | the order is executed here | pending | – | – | final |
/// | it is known to be final here | – | final, **spendable now** | final | – |
/// | a file proves it final | ahead, **spendable now** | final, **spendable now** | final | ahead |
/// | its execution is taken back | – | unknown | – | – |
///
/// *Ahead* is money that the sender's shard has not yet taken from the sender; the sum over all accounts of an
/// authority has to leave it out.
final class Credits {

    private final Map<Bytes32, Credit> credits = new HashMap<>();

    /// Ids in the order in which they were first heard of here; those taken back stay, so that places keep their
    /// number for whoever reads on.
    private final List<Bytes32> arrived = new ArrayList<>();

    private Amount pendingSum = Amount.ZERO;

    private enum Standing {
        PENDING,
        FINAL,
        AHEAD
    }

    private record Credit(Amount amount, Standing standing) {}

    /// The order is executed at its sender's shard.
    void executed(Bytes32 orderId, Amount amount) {
        Credit before = credits.get(orderId);
        Invariant.check(before == null || before.standing() == Standing.AHEAD, "an order is executed once");
        Standing now = before == null ? Standing.PENDING : Standing.FINAL;
        put(orderId, new Credit(amount, now));
    }

    /// @return what may be spent from now on
    Amount knownFinal(Bytes32 orderId) {
        Credit credit = credits.get(orderId);
        if (credit == null || credit.standing() == Standing.AHEAD) {
            throw new Invariant.Broken("execution is told before finality");
        }
        if (credit.standing() == Standing.FINAL) {
            return Amount.ZERO;
        }
        put(orderId, new Credit(credit.amount(), Standing.FINAL));
        return credit.amount();
    }

    /// @return what may be spent from now on
    Amount carried(Bytes32 orderId, Amount amount) {
        Credit before = credits.get(orderId);
        if (before != null && before.standing() != Standing.PENDING) {
            return Amount.ZERO;
        }
        put(orderId, new Credit(amount, before == null ? Standing.AHEAD : Standing.FINAL));
        return amount;
    }

    private void put(Bytes32 orderId, Credit credit) {
        Credit before = credits.put(orderId, credit);
        if (before == null) {
            arrived.add(orderId);
        } else {
            pendingSum = pendingSum.minus(pending(before));
        }
        pendingSum = pendingSum.plus(pending(credit));
    }

    private static Amount pending(Credit credit) {
        return credit.standing() == Standing.PENDING ? credit.amount() : Amount.ZERO;
    }

    /// The execution is undone. Nobody spent the credit, which is the whole reason for keeping it pending; one that is
    /// final is never taken back, or more than F authorities lie.
    void takenBack(Bytes32 orderId) {
        Invariant.check(isPending(orderId), "only a pending credit is taken back");
        pendingSum =
                pendingSum.minus(Objects.requireNonNull(credits.remove(orderId)).amount());
    }

    boolean isPending(Bytes32 orderId) {
        return Optional.ofNullable(credits.get(orderId))
                .filter(credit -> credit.standing() == Standing.PENDING)
                .isPresent();
    }

    /// Whether it is spendable, or spent, already.
    boolean isFinal(Bytes32 orderId) {
        return Optional.ofNullable(credits.get(orderId))
                .filter(credit -> credit.standing() != Standing.PENDING)
                .isPresent();
    }

    boolean isAhead(Bytes32 orderId) {
        return Optional.ofNullable(credits.get(orderId))
                .filter(credit -> credit.standing() == Standing.AHEAD)
                .isPresent();
    }

    Amount pendingSum() {
        return pendingSum;
    }

    Amount aheadSum() {
        return sum(Standing.AHEAD);
    }

    private Amount sum(Standing standing) {
        return credits.values().stream()
                .filter(credit -> credit.standing() == standing)
                .map(Credit::amount)
                .reduce(Amount.ZERO, Amount::plus);
    }

    /// Those from a place on, in the order of arrival.
    ///
    /// @param from the place of the first, 0 before any
    List<ReceivedPayment> received(long from, int max) {
        int begin = (int) Math.min(Math.max(0, from), arrived.size());
        int end = Math.min(arrived.size(), begin + max);
        List<ReceivedPayment> some = new ArrayList<>();
        for (int place = begin; place < end; place++) {
            Credit credit = credits.get(arrived.get(place));
            if (credit != null) {
                some.add(new ReceivedPayment(
                        place, arrived.get(place), credit.amount(), credit.standing() != Standing.PENDING));
            }
        }
        return some;
    }

    /// Payments that were ever heard of.
    long arrivals() {
        return arrived.size();
    }

    void writeTo(StateWriter writer, RailAccount account) {
        for (Bytes32 id : arrived) {
            CanonicalWriter item =
                    writer.item(StateItem.CREDIT).fixed(account.value()).fixed(id);
            Credit credit = credits.get(id);
            item.flag(credit != null);
            if (credit != null) {
                item.u63(credit.amount().minorUnits()).u8(credit.standing().ordinal());
            }
        }
    }

    void restore(CanonicalReader reader) {
        Bytes32 id = reader.fixed32();
        arrived.add(id);
        if (reader.flag()) {
            Credit credit = new Credit(Amount.of(reader.u63()), standing(reader.u8()));
            credits.put(id, credit);
            pendingSum = pendingSum.plus(pending(credit));
        }
    }

    private static Standing standing(int number) {
        return switch (number) {
            case 0 -> Standing.PENDING;
            case 1 -> Standing.FINAL;
            case 2 -> Standing.AHEAD;
            default -> throw new DecodeException("no standing of a credit " + number);
        };
    }
}

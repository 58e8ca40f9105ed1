package io.florin.instant.account;

import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.Invariant;
import io.florin.ledger.codec.CanonicalWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What came to one account: a set keyed by order id. The same payment is told by its execution here, by the word that
/// it is final, and by files that its payee carries, in any order and each again; it counts once.
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
        credits.put(orderId, new Credit(amount, now));
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
        credits.put(orderId, new Credit(credit.amount(), Standing.FINAL));
        return credit.amount();
    }

    /// @return what may be spent from now on
    Amount carried(Bytes32 orderId, Amount amount) {
        Credit before = credits.get(orderId);
        if (before != null && before.standing() != Standing.PENDING) {
            return Amount.ZERO;
        }
        credits.put(orderId, new Credit(amount, before == null ? Standing.AHEAD : Standing.FINAL));
        return amount;
    }

    /// The execution is undone. Nobody spent the credit, which is the whole reason for keeping it pending; one that is
    /// final is never taken back, or more than F authorities lie.
    void takenBack(Bytes32 orderId) {
        Invariant.check(isPending(orderId), "only a pending credit is taken back");
        credits.remove(orderId);
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
        return sum(Standing.PENDING);
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

    void writeTo(CanonicalWriter writer) {
        writer.u32(credits.size());
        new TreeMap<>(credits)
                .forEach((id, credit) -> writer.fixed(id)
                        .u63(credit.amount().minorUnits())
                        .u8(credit.standing().ordinal()));
    }
}

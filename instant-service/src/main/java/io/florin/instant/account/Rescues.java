package io.florin.instant.account;

import io.florin.instant.journal.StateItem;
import io.florin.instant.journal.StateWriter;
import io.florin.ledger.Invariant;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.CanonicalWriter;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RescueOutcome;
import io.florin.ledger.rail.TransferCertificate;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// The rescued sequences of one account. Each goes its way once:
///
/// | | a rescue is committed | an outcome: stands | an outcome: void |
/// |---|---|---|---|
/// | not rescued | frozen | – | – |
/// | frozen: no vote, no execution | – | stands: its order is executed, no other | void: nothing is |
/// | stands, void | – | – | – |
final class Rescues {

    private final NavigableMap<Long, Rescue> all = new TreeMap<>();

    Optional<Rescue> at(long sequence) {
        return Optional.ofNullable(all.get(sequence));
    }

    /// Begun in this epoch, whatever came of them.
    int count() {
        return all.size();
    }

    boolean isVoid(long sequence) {
        return at(sequence).filter(Rescue::isVoid).isPresent();
    }

    /// Whether a rescue keeps the certificate from being executed.
    boolean forbid(TransferCertificate certificate) {
        return at(certificate.order().sequence())
                .filter(rescue -> !rescue.allows(certificate.orderId()))
                .isPresent();
    }

    /// The order that stands at a sequence.
    Optional<TransferCertificate> standing(long sequence) {
        return at(sequence).flatMap(Rescue::standing);
    }

    /// The last sequence at which an order stands.
    Optional<Long> lastStanding() {
        return all.descendingMap().entrySet().stream()
                .filter(entry -> entry.getValue().stands())
                .map(Map.Entry::getKey)
                .findFirst();
    }

    List<Long> frozen() {
        return all.entrySet().stream()
                .filter(entry -> entry.getValue().isFrozen())
                .map(Map.Entry::getKey)
                .toList();
    }

    void freeze(long sequence, Optional<TransferCertificate> held) {
        Invariant.check(!all.containsKey(sequence), "a sequence is frozen once");
        all.put(sequence, Rescue.frozen(held));
    }

    void decide(RescueOutcome outcome, boolean stands) {
        long sequence = outcome.rescue().sequence();
        Optional<Rescue> frozen = at(sequence).filter(Rescue::isFrozen);
        Invariant.check(frozen.isPresent(), "a frozen sequence has one outcome");
        all.put(sequence, new Rescue(frozen.orElseThrow().held(), Optional.of(outcome), stands));
    }

    void writeTo(StateWriter writer, RailAccount account) {
        all.forEach((sequence, rescue) -> {
            CanonicalWriter item =
                    writer.item(StateItem.RESCUE).fixed(account.value()).u63(sequence);
            item.flag(rescue.held().isPresent());
            rescue.held().ifPresent(certificate -> certificate.writeTo(item));
            item.flag(rescue.stands()).flag(rescue.outcome().isPresent());
            rescue.outcome().ifPresent(outcome -> outcome.writeTo(item));
        });
    }

    void restore(CanonicalReader reader) {
        long sequence = reader.u63();
        Optional<TransferCertificate> held =
                reader.flag() ? Optional.of(TransferCertificate.readFrom(reader)) : Optional.empty();
        boolean stands = reader.flag();
        Optional<RescueOutcome> outcome =
                reader.flag() ? Optional.of(RescueOutcome.readFrom(reader)) : Optional.empty();
        all.put(sequence, new Rescue(held, outcome, stands));
    }
}

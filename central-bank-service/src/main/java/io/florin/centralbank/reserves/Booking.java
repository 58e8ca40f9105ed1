package io.florin.centralbank.reserves;

import io.florin.ledger.Amount;
import io.florin.ledger.Invariant;
import java.util.Map;
import java.util.TreeMap;

/// One booking: what it is, what it belongs to, and its postings, which add up to nothing. Credits are positive.
///
/// | kind | debit | credit |
/// |---|---|---|
/// | OPENED | settlement | reserve |
/// | HELD | reserve | held |
/// | RELEASED | held | reserve |
/// | WITHDRAWN | held | circulation |
/// | REDEEMED | circulation | reserve |
/// | ADJUSTED | settlement, or the reserve | reserve, or settlement |
///
/// @param reference with the kind it is unique: a booking happens once
/// @param postings by account
record Booking(Kind kind, String reference, Map<String, Long> postings) {
    static final String SETTLEMENT = "SETTLEMENT";
    static final String CIRCULATION = "CBDC";

    enum Kind {
        OPENED,
        HELD,
        RELEASED,
        WITHDRAWN,
        REDEEMED,
        ADJUSTED
    }

    Booking {
        postings = new TreeMap<>(postings);
        long sum = postings.values().stream().reduce(0L, Math::addExact);
        Invariant.check(sum == 0 && postings.size() >= 2, "the postings of a booking add up to nothing");
    }

    static Booking opened(int participant, Amount amount) {
        return move(Kind.OPENED, "participant-" + participant, SETTLEMENT, reserve(participant), amount);
    }

    static Booking held(int participant, Amount amount, String request) {
        return move(Kind.HELD, request, reserve(participant), held(participant), amount);
    }

    static Booking released(int participant, Amount amount, String request) {
        return move(Kind.RELEASED, request, held(participant), reserve(participant), amount);
    }

    static Booking withdrawn(int participant, Amount amount, String request) {
        return move(Kind.WITHDRAWN, request, held(participant), CIRCULATION, amount);
    }

    static Booking redeemed(int participant, Amount amount, String request) {
        return move(Kind.REDEEMED, request, CIRCULATION, reserve(participant), amount);
    }

    /// @param change above zero credits the bank, below zero debits it
    static Booking adjusted(int participant, long change, String adjustment) {
        return change > 0
                ? move(Kind.ADJUSTED, adjustment, SETTLEMENT, reserve(participant), Amount.of(change))
                : move(
                        Kind.ADJUSTED,
                        adjustment,
                        reserve(participant),
                        SETTLEMENT,
                        Amount.of(Math.negateExact(change)));
    }

    static String reserve(int participant) {
        return "RESERVE:" + participant;
    }

    static String held(int participant) {
        return "HELD:" + participant;
    }

    private static Booking move(Kind kind, String reference, String from, String to, Amount amount) {
        return new Booking(kind, reference, Map.of(from, -amount.minorUnits(), to, amount.minorUnits()));
    }
}

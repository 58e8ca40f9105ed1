package io.florin.endorser.gather;

import io.florin.endorser.protocol.SubmissionOutcome;
import io.florin.ledger.TransactionId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Waiting submitters by transaction. A transaction under way has one place here however often it is submitted.
final class Tickets {

    private final Map<Long, Ticket> tickets = new HashMap<>();
    private final Map<TransactionId, List<Claim>> claims = new LinkedHashMap<>();

    private record Claim(long ticket, int slot) {}

    private static final class Ticket {
        private final List<SubmissionOutcome> outcomes;
        private int open;

        Ticket(int size) {
            outcomes = new ArrayList<>(Collections.nCopies(size, new SubmissionOutcome.Unavailable()));
            open = size;
        }
    }

    void open(long ticket, int size) {
        if (ticket != EndorsementGatherer.NO_TICKET) {
            tickets.put(ticket, new Ticket(size));
        }
    }

    /// @return false when the transaction is under way already
    boolean claim(TransactionId id, long ticket, int slot) {
        boolean first = !claims.containsKey(id);
        List<Claim> waiting = claims.computeIfAbsent(id, _ -> new ArrayList<>(1));
        if (ticket != EndorsementGatherer.NO_TICKET) {
            waiting.add(new Claim(ticket, slot));
        }
        return first;
    }

    /// The transaction is no longer under way.
    void resolve(TransactionId id, SubmissionOutcome outcome, List<GatherEffect> effects) {
        List<Claim> waiting = claims.remove(id);
        if (waiting != null) {
            waiting.forEach(claim -> settle(claim.ticket, claim.slot, outcome, effects));
        }
    }

    /// One place of a ticket has its outcome; the last one makes the answer.
    void settle(long number, int slot, SubmissionOutcome outcome, List<GatherEffect> effects) {
        Ticket ticket = tickets.get(number);
        if (ticket == null) {
            return;
        }
        ticket.outcomes.set(slot, outcome);
        if (--ticket.open == 0) {
            tickets.remove(number);
            effects.add(new GatherEffect.Answer(number, List.copyOf(ticket.outcomes)));
        }
    }
}

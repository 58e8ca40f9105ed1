package io.florin.registration.participants;

import io.florin.decisions.Decision;
import io.florin.decisions.DecisionLog;
import io.florin.registration.protocol.Actor;
import io.florin.registration.protocol.RegistrationProblem;
import io.florin.registration.protocol.Standings;
import io.florin.registration.protocol.Standings.Change;
import io.florin.registration.records.RecordStore;
import java.util.List;
import java.util.Locale;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/// Admitted banks and the changes of their standing; a change and its record commit together.
public class ParticipantStandings {
    private final ParticipantRegister register;
    private final DecisionLog log;
    private final RecordStore journal;

    public ParticipantStandings(ParticipantRegister register, DecisionLog log, RecordStore journal) {
        this.register = register;
        this.log = log;
        this.journal = journal;
    }

    @Transactional
    public ParticipantView change(int id, Change change, Actor actor, String reason) {
        Participant participant = register.hold(id).orElseThrow(RegistrationProblem.NO_SUCH_PARTICIPANT::refusal);
        switch (participant.standings().apply(change, actor, reason)) {
            case Standings.Refused(RegistrationProblem problem) -> throw problem.refusal();
            case Standings.Changed(Standings after, boolean visible) -> {
                participant.change(after);
                log.append(new Decision(actor.text(), "participant-" + word(change), subject(id), reason));
                if (visible) {
                    journal.append(participant.event());
                }
            }
        }
        return participant.view();
    }

    /// Whether the bank is admitted and neither suspended nor revoked. Holds the bank's row for the caller's
    /// transaction, so that a suspension and an enrollment at that bank come one after the other.
    @Transactional(propagation = Propagation.MANDATORY)
    public boolean isActive(int participant) {
        return register.holdForReading(participant)
                .map(bank -> bank.standings().isActive())
                .orElse(false);
    }

    @Transactional(readOnly = true)
    public List<ParticipantView> all() {
        return register.inOrder().stream().map(Participant::view).toList();
    }

    @Transactional(readOnly = true)
    public ParticipantView view(int id) {
        return register.findById(id)
                .map(Participant::view)
                .orElseThrow(RegistrationProblem.NO_SUCH_PARTICIPANT::refusal);
    }

    @Transactional(readOnly = true)
    public long count() {
        return register.count();
    }

    @Transactional(readOnly = true)
    public List<DecisionLog.Entry> history(int id) {
        return log.of(subject(id));
    }

    private static String subject(int id) {
        return "participant/" + id;
    }

    private static String word(Change change) {
        return change.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

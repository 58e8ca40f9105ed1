package io.florin.ceremony;

import io.florin.crypto.Bytes;
import io.florin.crypto.dkg.KeyEffect;
import io.florin.crypto.dkg.KeyEffect.Broadcast;
import io.florin.crypto.dkg.KeyEffect.Completed;
import io.florin.crypto.dkg.KeyEffect.Failed;
import io.florin.crypto.dkg.KeyEffect.Fault;
import io.florin.crypto.dkg.KeyGeneration;
import io.florin.crypto.dkg.KeySetup;
import io.florin.crypto.threshold.PartyMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// One key generation, step by step: everybody says something in every step, if only nothing. The only dealer who was
/// complained of knows the end with its own answer, and still has to give it: it is over a step later, as for the
/// others.
final class Generation {
    private final KeySetup setup;
    private final int self;
    private final KeyGeneration machine;
    private int round;
    private Optional<KeyEffect> end = Optional.empty();
    private boolean over;

    Generation(KeySetup setup, int self, KeyGeneration machine) {
        this.setup = setup;
        this.self = self;
        this.machine = machine;
    }

    Bytes begin() {
        return next(machine.start());
    }

    /// Payload of the next message; meaningless once it is over.
    Bytes close(SortedMap<Integer, Bytes> said) {
        if (end.isPresent()) {
            over = true;
            return Bytes.EMPTY;
        }
        List<KeyEffect> effects = new ArrayList<>();
        said.forEach((sender, payload) -> {
            if (sender != self) {
                effects.addAll(machine.on(new PartyMessage(setup.session(), sender, round, payload)));
            }
        });
        effects.addAll(machine.close(round));
        return next(effects);
    }

    private Bytes next(List<KeyEffect> effects) {
        round++;
        Bytes payload = Bytes.EMPTY;
        boolean speaks = false;
        for (KeyEffect effect : effects) {
            switch (effect) {
                case Broadcast(PartyMessage message) -> {
                    payload = message.payload();
                    speaks = true;
                }
                case Completed completed -> end = Optional.of(completed);
                case Failed failed -> end = Optional.of(failed);
            }
        }
        over = end.isPresent() && !speaks;
        return payload;
    }

    boolean isOver() {
        return over;
    }

    /// The key, if there is one.
    Optional<Completed> completed() {
        return end.filter(Completed.class::isInstance).map(Completed.class::cast);
    }

    /// Members that broke the protocol.
    List<Turn.Blame> blames() {
        SortedMap<Integer, Fault> faults = end.map(each -> switch (each) {
                    case Completed completed -> completed.faults();
                    case Failed failed -> failed.faults();
                    case Broadcast _ -> throw new IllegalStateException("a broadcast is no end");
                })
                .orElseThrow();
        return faults.entrySet().stream()
                .map(each -> new Turn.Blame(each.getKey(), text(each.getValue())))
                .toList();
    }

    private static String text(Fault fault) {
        return switch (fault) {
            case SILENT -> "dealt nothing";
            case MALFORMED -> "dealt something that cannot be read";
            case UNPROVEN -> "did not prove that it knows the secret it dealt";
            case NO_DEFENCE -> "was complained of and did not answer";
            case BAD_SHARE -> "dealt a share that does not belong to its commitments";
            case FALSE_COMPLAINT -> "complained of a share that was good";
        };
    }
}

package io.florin.ceremony;

import io.florin.ceremony.CeremonyEffect.Blamed;
import io.florin.ceremony.CeremonyEffect.Failed;
import io.florin.ceremony.CeremonyEffect.Finished;
import io.florin.ceremony.CeremonyEffect.Publish;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.runtime.Failure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// A whole ceremony in one process, each participant with its own side: for networks that one hand makes, such as a
/// demonstration's. The protocol is the real one; only that its secrets meet in one memory is not.
public final class LocalCeremony {
    private LocalCeremony() {}

    /// Runs it.
    ///
    /// @param identities of all participants by index, which stay the caller's
    /// @throws Failure if no key came of it, which among honest participants cannot be
    public static SortedMap<Integer, Finished> run(
            CeremonySpec charter, Map<Integer, Ed25519KeyPair> identities, RandomGenerator random) {
        List<Ceremony> participants = new ArrayList<>();
        Queue<CeremonyMessage> channel = new ArrayDeque<>();
        SortedMap<Integer, Finished> made = new TreeMap<>();
        new TreeMap<>(identities).forEach((index, key) -> {
            byte[] seed = new byte[Ceremony.SEED_SIZE];
            random.nextBytes(seed);
            var participant = new Ceremony(charter, new Ceremony.Self(index, key, seed), Optional.empty());
            participants.add(participant);
            act(participant.start(), channel, made);
        });
        while (!channel.isEmpty()) {
            CeremonyMessage message = channel.remove();
            boolean early = false;
            for (Ceremony participant : participants) {
                switch (participant.on(message)) {
                    case MessageAdmission.Counted(List<CeremonyEffect> effects) -> act(effects, channel, made);
                    case MessageAdmission.Early() -> early = true;
                    case MessageAdmission.Known() -> {}
                    case MessageAdmission.Refused(String why) -> throw new Failure(why);
                }
            }
            if (early) {
                channel.add(message);
            }
        }
        if (made.size() != participants.size()) {
            throw new Failure("the ceremony ended without a key");
        }
        return made;
    }

    private static void act(
            List<CeremonyEffect> effects, Queue<CeremonyMessage> channel, SortedMap<Integer, Finished> made) {
        for (CeremonyEffect effect : effects) {
            switch (effect) {
                case Publish(CeremonyMessage message) -> channel.add(message);
                case Finished finished -> made.put(finished.key().share().index(), finished);
                case Blamed(int member, String what) -> throw new Failure("participant " + member + " " + what);
                case Failed(String why) -> throw new Failure(why);
            }
        }
    }
}

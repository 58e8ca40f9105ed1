package io.florin.centralbank.officers;

import io.florin.centralbank.protocol.OfficerDesk;
import io.florin.centralbank.protocol.SupplyProblem;
import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.runtime.Failure;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Officers whose keys are encrypted files on this node. After five wrong passphrases in a row an officer waits for
/// fifteen minutes; scrypt makes each guess dear besides.
final class KeyFileOfficers implements OfficerDesk {
    private static final int WRONG_MAX = 5;
    private static final Duration LOCKED = Duration.ofMinutes(15);

    private final List<OfficerProperties.Officer> officers;
    private final InstantSource clock;
    private final Map<Integer, Guesses> guesses = new ConcurrentHashMap<>();

    KeyFileOfficers(OfficerProperties properties, InstantSource clock) {
        this.officers = List.copyOf(properties.officers());
        this.clock = clock;
    }

    private record Guesses(int wrong, Instant last) {}

    @Override
    public Optional<Integer> officerOf(String login) {
        for (int i = 0; i < officers.size(); i++) {
            if (officers.get(i).logins().contains(login)) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    @Override
    public Optional<Bytes> sign(int officer, char[] passphrase, byte[] message) {
        refuseWhileLocked(officer);
        try {
            Optional<Ed25519KeyPair> key =
                    OfficerKeyFile.open(officers.get(officer).key(), passphrase);
            if (key.isEmpty()) {
                guesses.merge(
                        officer,
                        new Guesses(1, clock.instant()),
                        (before, now) -> new Guesses(before.wrong() + 1, now.last()));
                return Optional.empty();
            }
            guesses.remove(officer);
            try (Ed25519KeyPair opened = key.get()) {
                return Optional.of(opened.sign(message));
            }
        } catch (IOException unreadable) {
            throw new Failure("the key file of officer " + officer + " cannot be read", unreadable);
        }
    }

    private void refuseWhileLocked(int officer) {
        Guesses made = guesses.get(officer);
        if (made == null) {
            return;
        }
        if (clock.instant().isAfter(made.last().plus(LOCKED))) {
            guesses.remove(officer);
        } else if (made.wrong() >= WRONG_MAX) {
            throw SupplyProblem.OFFICER_LOCKED.refusal();
        }
    }
}

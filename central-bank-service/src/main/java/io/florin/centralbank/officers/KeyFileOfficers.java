package io.florin.centralbank.officers;

import io.florin.centralbank.protocol.SupplyProblem;
import io.florin.crypto.Bytes;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.decisions.Decision;
import io.florin.runtime.Failure;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Officers whose keys are encrypted files on this node. After five wrong passphrases in a row an officer waits for
/// fifteen minutes; scrypt makes each guess dear besides. A guess counts before it is tried, so guesses at once are no
/// more than guesses one after the other. Each wrong one is kept in the log of decisions.
public final class KeyFileOfficers {
    /// An officer as people count: the first one of the configuration is officer 1.
    public static int number(int index) {
        return index + 1;
    }

    /// A signature that an officer is about to give.
    ///
    /// @param officer index in the configuration
    /// @param login as whom the officer signed in
    /// @param subject in the log of decisions, `supply-request/<id>`
    public record Signing(int officer, String login, String subject, byte[] message) {}

    private static final int WRONG_MAX = 5;
    private static final Duration LOCKED = Duration.ofMinutes(15);

    private final List<OfficerProperties.Officer> officers;
    private final InstantSource clock;
    private final Consumer<Decision> log;
    private final Map<Integer, Guesses> guesses = new ConcurrentHashMap<>();

    /// @param log keeps an entry in a transaction of its own
    KeyFileOfficers(OfficerProperties properties, InstantSource clock, Consumer<Decision> log) {
        this.officers = List.copyOf(properties.officers());
        this.clock = clock;
        this.log = log;
    }

    private record Guesses(int made, Instant last) {}

    /// The officer's index in the configuration, by the name the officer logs in with.
    public Optional<Integer> officerOf(String login) {
        for (int i = 0; i < officers.size(); i++) {
            if (officers.get(i).logins().contains(login)) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    /// Opens the officer's key for this one signature, outside of any database transaction: it takes scrypt's time, and
    /// a wrong passphrase is kept in the log of decisions whatever becomes of the request.
    ///
    /// @return empty when the passphrase does not open the key
    public Optional<Bytes> sign(Signing signing, char[] passphrase) {
        int officer = signing.officer();
        int guess = nextGuess(officer);
        try {
            Optional<Ed25519KeyPair> key =
                    OfficerKeyFile.open(officers.get(officer).key(), passphrase);
            if (key.isEmpty()) {
                log.accept(new Decision(signing.login(), "wrong-passphrase", signing.subject(), wrong(officer, guess)));
                return Optional.empty();
            }
            guesses.remove(officer);
            try (Ed25519KeyPair opened = key.get()) {
                return Optional.of(opened.sign(signing.message()));
            }
        } catch (IOException unreadable) {
            throw new Failure(
                    "the key file of officer " + KeyFileOfficers.number(officer) + " cannot be read", unreadable);
        }
    }

    private static String wrong(int officer, int guess) {
        String text = "officer " + KeyFileOfficers.number(officer) + ", attempt " + guess + " of " + WRONG_MAX;
        return guess < WRONG_MAX ? text : text + ", locked for " + LOCKED.toMinutes() + " minutes";
    }

    /// Counts a guess.
    ///
    /// @throws io.florin.runtime.http.ProblemException while the officer is locked
    private int nextGuess(int officer) {
        Instant now = clock.instant();
        Guesses counted = Objects.requireNonNull(guesses.compute(officer, (_, before) -> {
            if (before == null || now.isAfter(before.last().plus(LOCKED))) {
                return new Guesses(1, now);
            }
            return before.made() > WRONG_MAX ? before : new Guesses(before.made() + 1, lastOf(before, now));
        }));
        if (counted.made() > WRONG_MAX) {
            throw SupplyProblem.OFFICER_LOCKED.refusal();
        }
        return counted.made();
    }

    /// A lock is counted from the last guess that was tried.
    private static Instant lastOf(Guesses before, Instant now) {
        return before.made() == WRONG_MAX ? before.last() : now;
    }
}

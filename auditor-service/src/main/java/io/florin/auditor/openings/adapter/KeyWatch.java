package io.florin.auditor.openings.adapter;

import io.florin.auditor.protocol.Incident;
import io.florin.auditor.protocol.IncidentLog;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.ceremony.AuditKeys;
import io.florin.crypto.Bytes32;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.elgamal.AuditPublicKey;
import io.florin.crypto.elgamal.DecryptionShare;
import io.florin.crypto.elgamal.ThresholdDecryption;
import io.florin.crypto.elgamal.ThresholdDecryption.Outcome;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.audit.IncidentKind;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.AuditKey;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.privacy.AuditParameters;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.api.AuditMemberInternalApi.KeyCheck;
import io.florin.runtime.api.AuditMemberInternalApi.PartShare;
import io.florin.runtime.api.AuditSession;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientException;

/// Sees whether payments are encrypted to a key that members can still use, before a case needs it: a value of its own
/// is encrypted to each key of the configuration, those of earlier payments too, and members decrypt it. After each
/// start and each change of a key or its shares, and then daily; while too few answer, at each look. A member that
/// answers with what is not its share of that key, or that it has none, is an alarm, and so is a key that has not
/// opened for long, whatever the reason.
final class KeyWatch {
    private static final int VALUE_BOUND = 1 << 30;

    private final ReplayPosition ledger;
    private final Members members;
    private final ValueTable values;
    private final OpeningProperties properties;
    private final IncidentLog incidents;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final Map<KeyName, Check> checks = new TreeMap<>();
    private final Map<KeyName, Instant> shutSince = new HashMap<>();

    /// A key of a currency.
    record KeyName(NamespaceId namespace, long epoch) implements Comparable<KeyName> {
        @Override
        public int compareTo(KeyName other) {
            int order = namespace.compareTo(other.namespace);
            return order == 0 ? Long.compare(epoch, other.epoch) : order;
        }

        @Override
        public String toString() {
            return "epoch " + epoch + " of namespace " + namespace.value();
        }
    }

    /// Findings of a check.
    ///
    /// @param good members whose shares are right
    /// @param wrong members whose shares are not
    /// @param opens whether those who are right suffice, and what they opened is what was encrypted
    record Check(AuditPublicKey key, Instant at, int good, SortedSet<Integer> wrong, boolean opens) {}

    /// @param random a `SecureRandom`
    KeyWatch(
            ReplayPosition ledger,
            Members members,
            ValueTable values,
            OpeningProperties properties,
            IncidentLog incidents,
            InstantSource clock,
            RandomGenerator random) {
        this.ledger = ledger;
        this.members = members;
        this.values = values;
        this.properties = properties;
        this.incidents = incidents;
        this.clock = clock;
        this.random = random;
    }

    /// The last check of each key in force, of currencies under passive audit.
    synchronized SortedMap<KeyName, Check> last() {
        return new TreeMap<>(checks);
    }

    /// Makes the checks that are due.
    void step() {
        Set<KeyName> named = new HashSet<>();
        for (Namespace namespace : ledger.configuration().namespaces()) {
            for (AuditKey configured :
                    namespace.hidden().map(HiddenCurrency::auditKeys).orElse(List.of())) {
                KeyName name = new KeyName(namespace.id(), configured.epoch());
                named.add(name);
                AuditPublicKey key = AuditParameters.of(configured).key();
                if (isDue(name, key)) {
                    if (PrivacyModel.ofRulesVersion(namespace.rulesVersion()).hidesValue()) {
                        values.prepare();
                    }
                    look(name, key);
                }
            }
        }
        synchronized (this) {
            checks.keySet().retainAll(named);
        }
        shutSince.keySet().retainAll(named);
    }

    private void look(KeyName name, AuditPublicKey key) {
        Check found = check(name.namespace(), key);
        synchronized (this) {
            checks.put(name, found);
        }
        found.wrong().forEach(member -> report(name, member));
        reportShut(name, found);
    }

    private synchronized boolean isDue(KeyName name, AuditPublicKey key) {
        Check before = checks.get(name);
        return before == null
                || !before.opens()
                || !before.key().equals(key)
                || !clock.instant().isBefore(before.at().plus(properties.keyCheck()));
    }

    private Check check(NamespaceId namespace, AuditPublicKey key) {
        byte[] bytes = new byte[Bytes32.SIZE];
        random.nextBytes(bytes);
        Bytes32 seed = Bytes32.of(bytes);
        Scalar blinding = AuditSession.keyCheckBlinding(ledger.network(), namespace, seed);
        G1 message = Generators.VALUE.multiply(Scalar.ofLong(random.nextInt(VALUE_BOUND)));
        G1 commitment = message.add(Generators.BLINDING.multiply(blinding));
        SortedSet<Integer> wrong = new TreeSet<>();
        List<DecryptionShare> shares = new ArrayList<>();
        KeyCheck request = new KeyCheck(
                namespace.value(), seed.toHex(), AuditKeys.name(key).toHex());
        members.all().forEach((member, api) -> {
            if (!key.indexes().contains(member)) {
                return; // it came after this key or left before it
            }
            try {
                @Nullable PartShare share = api.keyCheck(request);
                if (share == null) {
                    wrong.add(member);
                } else {
                    shares.add(share.share(member));
                }
            } catch (HttpClientErrorException.NotFound none) {
                wrong.add(member); // it says that it has no share, or knows no such key
            } catch (RestClientException silent) {
                // no answer is no wrong answer; it is asked again
            } catch (IllegalArgumentException unreadable) {
                wrong.add(member);
            }
        });
        Outcome outcome = ThresholdDecryption.open(
                key,
                commitment,
                key.handle(blinding),
                AuditSession.keyCheck(ledger.network(), namespace, seed),
                shares);
        SortedSet<Integer> blamed = switch (outcome) {
            case Outcome.Opened(G1 _, SortedSet<Integer> named) -> named;
            case Outcome.Incomplete(int _, SortedSet<Integer> named) -> named;
        };
        boolean opens = outcome instanceof Outcome.Opened(G1 opened, var _) && opened.equals(message);
        wrong.addAll(blamed);
        return new Check(key, clock.instant(), shares.size() - blamed.size(), wrong, opens);
    }

    private void report(KeyName key, int member) {
        incidents.report(Incident.of(
                IncidentKind.AUDIT_KEY_WRONG,
                IncidentKind.AUDIT_KEY_WRONG + ":" + key.namespace().value() + ":" + key.epoch() + ":" + member,
                ledger.height(),
                "audit-member-" + member,
                "it has no share, or one that is not of the audit key that the configuration names for " + key));
    }

    /// One incident for each time that a key stayed shut for too long.
    private void reportShut(KeyName key, Check found) {
        if (found.opens()) {
            shutSince.remove(key);
            return;
        }
        Instant since = shutSince.computeIfAbsent(key, _ -> found.at());
        if (found.at().isBefore(since.plus(properties.keyShut()))) {
            return;
        }
        incidents.report(Incident.of(
                IncidentKind.AUDIT_KEY_WRONG,
                IncidentKind.AUDIT_KEY_WRONG + ":" + key.namespace().value() + ":" + key.epoch() + ":shut:"
                        + since.toEpochMilli(),
                ledger.height(),
                "audit-key-" + key.namespace().value(),
                "no check has opened with the key of " + key + " since " + since + "; members with good shares: "
                        + found.good()));
    }
}

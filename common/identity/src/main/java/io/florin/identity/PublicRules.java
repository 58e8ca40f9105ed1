package io.florin.identity;

import io.florin.ledger.Amount;
import io.florin.ledger.config.NetworkConfiguration.AuditPolicy;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.runtime.Failure;
import io.florin.runtime.keys.SecretFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/// Rules that the organisations of a network agree on besides keys: `network.properties`. Every setting is required and
/// an unknown one refused, so that nobody puts in force what nobody wrote down.
///
/// | setting | for example |
/// |---|---|
/// | `network`, `created` | `florin`, `2026-11-20T12:00:00Z` |
/// | `ordering.faults`, `officers.required`, `committers.lying` | `1`, `2`, `0`, which the last always is |
/// | `currency`, `currency.name`, `currency.digits`, `currency.model` | `FLN`, `currency`, `2`, `clear` |
/// | `audit.policy`, `audit.threshold` | `ABOVE_THRESHOLD`, minor units |
/// | `limits.expiry-blocks`, `limits.heartbeat-millis` | `1000`, `10000` |
/// | `tier.<id>` | name, largest payment, largest holding, in minor units: `basic 50000 200000` |
record PublicRules(
        String network,
        Instant created,
        int orderingFaults,
        int officersRequired,
        int committersLying,
        String currency,
        String currencyName,
        int digits,
        PrivacyModel model,
        AuditPolicy auditPolicy,
        Amount auditThreshold,
        long expiryBlocks,
        long heartbeatMillis,
        List<Tier> tiers) {
    static final String FILE = "network.properties";

    private static final String TIER = "tier.";

    PublicRules {
        tiers = List.copyOf(tiers);
        if (officersRequired < 2) {
            throw new Failure("at least two officers approve, or one alone could make money");
        }
        GenesisRules.requireNoLiars(committersLying);
        if (tiers.isEmpty()) {
            throw new Failure("no " + TIER + "<id> in " + FILE);
        }
    }

    static PublicRules read(Path file) {
        if (!Files.exists(file)) {
            throw new Failure("there is no " + file);
        }
        Reader reader = new Reader(file);
        try {
            PublicRules rules = new PublicRules(
                    reader.text("network"),
                    Instant.parse(reader.text("created")),
                    reader.number("ordering.faults"),
                    reader.number("officers.required"),
                    reader.number("committers.lying"),
                    reader.text("currency"),
                    reader.text("currency.name"),
                    reader.number("currency.digits"),
                    PrivacyModel.valueOf(reader.text("currency.model").toUpperCase(Locale.ROOT)),
                    AuditPolicy.valueOf(reader.text("audit.policy")),
                    Amount.of(reader.large("audit.threshold")),
                    reader.large("limits.expiry-blocks"),
                    reader.large("limits.heartbeat-millis"),
                    reader.tiers());
            reader.requireAllRead();
            return rules;
        } catch (IllegalArgumentException | DateTimeParseException unreadable) {
            throw new Failure("a setting in " + file + " cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    /// Takes settings out one by one, until none is left.
    private static final class Reader {
        private final Path file;
        private final TreeMap<String, String> settings = new TreeMap<>();

        Reader(Path file) {
            this.file = file;
            Properties properties = new Properties();
            try (var content =
                    new InputStreamReader(new ByteArrayInputStream(SecretFiles.read(file)), StandardCharsets.UTF_8)) {
                properties.load(content);
            } catch (IOException | IllegalArgumentException unreadable) {
                throw new Failure("not a file of settings: " + file, unreadable);
            }
            properties
                    .stringPropertyNames()
                    .forEach(name ->
                            settings.put(name, properties.getProperty(name, "").strip()));
        }

        String text(String name) {
            return Optional.ofNullable(settings.remove(name))
                    .filter(value -> !value.isEmpty())
                    .orElseThrow(() -> new Failure("no " + name + " in " + file));
        }

        int number(String name) {
            return Integer.parseInt(text(name));
        }

        long large(String name) {
            return Long.parseLong(text(name));
        }

        List<Tier> tiers() {
            List<Tier> tiers = new ArrayList<>();
            for (int id = 0; id <= Tier.TREASURY; id++) {
                if (settings.containsKey(TIER + id)) {
                    String[] words = text(TIER + id).split("\\s+");
                    if (words.length != 3) {
                        throw new Failure(TIER + id + " is a name, a payment and a holding");
                    }
                    tiers.add(new Tier(
                            id, words[0], Amount.of(Long.parseLong(words[1])), Amount.of(Long.parseLong(words[2]))));
                }
            }
            return tiers;
        }

        void requireAllRead() {
            if (!settings.isEmpty()) {
                throw new Failure("unknown settings in " + file + ": " + String.join(", ", settings.keySet()));
            }
        }
    }
}

package io.florin.endorser.endorse;

import io.florin.ledger.NamespaceId;
import io.florin.ledger.rules.TokenRules;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Token rules by namespace and version (protocol decision 4): several versions are there at once, so that an upgrade
/// is one configuration change and no new program.
public final class RulesRegistry {

    private final Map<Integer, TokenRules> everywhere = new TreeMap<>();
    private final Map<NamespaceId, Map<Integer, TokenRules>> byNamespace = new TreeMap<>();

    /// @param rules for every namespace that has none of its own
    public RulesRegistry(List<TokenRules> rules) {
        rules.forEach(version -> register(everywhere, version));
    }

    /// Adds rules for one namespace, which then uses no others.
    public RulesRegistry with(NamespaceId namespace, TokenRules rules) {
        register(byNamespace.computeIfAbsent(namespace, _ -> new TreeMap<>()), rules);
        return this;
    }

    public Optional<TokenRules> rules(NamespaceId namespace, int version) {
        return Optional.ofNullable(
                byNamespace.getOrDefault(namespace, everywhere).get(version));
    }

    private static void register(Map<Integer, TokenRules> versions, TokenRules rules) {
        if (versions.putIfAbsent(rules.version(), rules) != null) {
            throw new IllegalArgumentException("two rules of version " + rules.version());
        }
    }
}

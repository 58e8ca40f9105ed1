package io.florin.ledger.rules;

import io.florin.ledger.NetworkId;
import io.florin.ledger.client.Submission;
import io.florin.ledger.privacy.HiddenCurrencies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// The token rules of all versions of a network, each transaction judged by those that its header names. Safe for
/// threads if the source of randomness is.
public final class LedgerRules {

    private final Map<Integer, TokenRules> versions = new TreeMap<>();

    private LedgerRules(List<TokenRules> rules) {
        rules.forEach(each -> versions.put(each.version(), each));
    }

    /// @param random unpredictable to payers, a `SecureRandom`
    public static LedgerRules of(NetworkId network, RandomGenerator random) {
        return new LedgerRules(all(new HiddenCurrencies(network), random));
    }

    /// The rules, ascending by version.
    public static List<TokenRules> all(HiddenCurrencies currencies, RandomGenerator random) {
        return all(currencies, random, VerifiedProofs.NONE);
    }

    /// The rules, ascending by version, for those who meet the same payment several times.
    public static List<TokenRules> all(HiddenCurrencies currencies, RandomGenerator random, VerifiedProofs verified) {
        List<TokenRules> all = new ArrayList<>(List.of(new ClearTokenRules()));
        all.addAll(HiddenTokenRules.all(currencies, random, verified));
        return List.copyOf(all);
    }

    /// Verdict of the rules of its version.
    public RulesVerdict check(Submission submission, RulesContext context) {
        TokenRules rules = versions.get(submission.transaction().header().rulesVersion());
        return rules == null
                ? new RulesVerdict.Refused(RefusalReason.WRONG_RULES_VERSION)
                : rules.check(submission, context);
    }
}

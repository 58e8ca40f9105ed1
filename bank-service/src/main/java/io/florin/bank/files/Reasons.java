package io.florin.bank.files;

import io.florin.iso20022.Rule;
import io.florin.iso20022.StatusReason;
import java.util.Locale;
import java.util.Map;

/// The external reason code for each of the bank's own codes. Rules of messages are codes too.
final class Reasons {

    private static final Map<String, StatusReason> OF_CODE = Map.ofEntries(
            Map.entry("execution-date-ahead", StatusReason.DT01),
            Map.entry("unknown-debtor-account", StatusReason.AC02),
            Map.entry("unknown-wallet", StatusReason.AC02),
            Map.entry("self-held-wallet", StatusReason.AG01),
            Map.entry("payee-is-payer", StatusReason.AG01),
            Map.entry("wallet-not-enrolled", StatusReason.AC06),
            Map.entry("payment-limit-exceeded", StatusReason.AM02),
            Map.entry("holding-limit-exceeded", StatusReason.AM02),
            Map.entry("payee-holding-limit-exceeded", StatusReason.AM02),
            Map.entry("insufficient-funds", StatusReason.AM04),
            Map.entry("unsupported-currency", StatusReason.AM03),
            Map.entry("unknown-account", StatusReason.AC03),
            Map.entry("account-not-payable", StatusReason.AC06),
            Map.entry("owner-not-enrolled", StatusReason.AC03),
            Map.entry("owner-suspended", StatusReason.AC06),
            Map.entry("owner-revoked", StatusReason.AC04),
            Map.entry("debtor-agent-not-this-bank", StatusReason.RC03),
            Map.entry("creditor-agent-not-of-account", StatusReason.RC04),
            Map.entry("auditor-refused", StatusReason.RR04),
            Map.entry("amount-out-of-range", StatusReason.AM12),
            Map.entry("not-sent-in-time", StatusReason.TM01),
            Map.entry("aborted-expired", StatusReason.TM01));

    private Reasons() {}

    static StatusReason of(String code) {
        StatusReason known = OF_CODE.get(code);
        if (known != null) {
            return known;
        }
        try {
            return Rule.valueOf(code.toUpperCase(Locale.ROOT).replace('-', '_')).reason();
        } catch (IllegalArgumentException notARule) {
            return StatusReason.NARR;
        }
    }

    static String codeOf(Rule rule) {
        return rule.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

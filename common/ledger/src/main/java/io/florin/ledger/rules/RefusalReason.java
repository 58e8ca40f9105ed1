package io.florin.ledger.rules;

import java.util.EnumSet;
import java.util.Set;

/// Reasons for which a client transaction is not endorsed. Numbers are part of the API and never reused.
public enum RefusalReason {
    WRONG_NETWORK(1, "the transaction is for another network"),
    UNKNOWN_NAMESPACE(2, "no such namespace, or not one for this kind of transaction"),
    WRONG_RULES_VERSION(3, "the namespace's token rules have another version"),
    STALE_CONFIGURATION(4, "the configuration named is not in force"),
    EXPIRY_OUT_OF_RANGE(5, "the expiry height has passed, lies too far ahead or is not on the grid"),
    DUPLICATE_INPUT(6, "the same token is spent twice"),
    WRONG_TOKEN_TYPE(7, "a token is of another currency"),
    UNBALANCED(8, "inputs and outputs do not add up to the same value"),
    VALUE_OVERFLOW(9, "a sum exceeds 63 bits"),
    BAD_OWNER_SIGNATURE(10, "an owner's signature is missing or wrong"),
    OWNER_NOT_ENROLLED(11, "an owner is not enrolled"),
    OWNER_SUSPENDED(12, "an owner or its bank is suspended"),
    OWNER_REVOKED(13, "an owner or its bank is revoked"),
    PAYMENT_LIMIT_EXCEEDED(14, "the payment exceeds the limit of the payer's tier"),
    BAD_OFFICER_APPROVAL(15, "an officer's approval is wrong, doubled or of an unknown officer"),
    TOO_FEW_APPROVALS(16, "fewer officers approve than the configuration asks for"),
    REQUEST_MISMATCH(17, "the tokens do not fit the supply request"),
    AUDIT_REQUIRED(18, "the auditor's approval is required and missing"),
    BAD_AUDITOR_APPROVAL(19, "the auditor's approval is wrong"),
    BAD_CONFIGURATION(20, "the new configuration cannot follow the one in force"),
    REGISTRATION_NOT_CURRENT(21, "registration records have a gap or are silent; endorsing is stopped"),
    BAD_PROOF(22, "the proof does not hold"),
    CREDENTIAL_EPOCH_PASSED(23, "the credential is not of an epoch that is taken now"),
    CERTIFIER_EPOCH_UNKNOWN(24, "no certifiers of this key epoch are in force"),
    NOT_SEALED_FOR_AUDIT(25, "the currency asks for ciphertexts to its audit key that are not there, or for none"),
    FIXED_SETTING(26, "the change touches a setting that nodes do not apply while they run"),
    UNKNOWN_RAIL(27, "no such instant rail of this currency, or one of the other kind"),
    RAIL_EPOCH_PASSED(28, "the rail's committee is of another epoch"),
    BAD_RAIL_CERTIFICATE(29, "the votes are not those of 2F + 1 authorities of the rail"),
    BAD_RAIL_EFFECTS(30, "the effects are not those of 2F + 1 authorities of the rail"),
    STAYS_ON_RAIL(31, "the payment goes to nobody on the ledger"),
    ABOVE_FLOAT_LIMIT(32, "the deposit is more than the rail may hold"),
    CHANGE_TO_ANOTHER(33, "change of a deposit goes to somebody who pays nothing"),
    NOT_EXPIRED(34, "the order may still be voted for"),
    NOT_PROVEN_OPEN(35, "not F + 1 authorities say that no order of this sequence is executed"),
    TOO_FEW_STATEMENTS(36, "fewer than 2F + 1 statements hold");

    private static final Set<RefusalReason> OUTDATED =
            EnumSet.of(STALE_CONFIGURATION, EXPIRY_OUT_OF_RANGE, CREDENTIAL_EPOCH_PASSED, CERTIFIER_EPOCH_UNKNOWN);

    private final int number;
    private final String explanation;

    RefusalReason(int number, String explanation) {
        this.number = number;
        this.explanation = explanation;
    }

    public int number() {
        return number;
    }

    public String explanation() {
        return explanation;
    }

    /// Whether the refusal is of the transaction's header or credential and of nothing that it wants: no waiting mends
    /// that, and the same wish may pass in another transaction, made under what is in force then.
    public boolean isOutdated() {
        return OUTDATED.contains(this);
    }

    /// The same of a refusal's code, which may be one that is not known here.
    public static boolean isOutdated(String code) {
        return OUTDATED.stream().anyMatch(reason -> reason.code().equals(code));
    }

    /// The code in problem details, for example `payment-limit-exceeded`.
    public String code() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}

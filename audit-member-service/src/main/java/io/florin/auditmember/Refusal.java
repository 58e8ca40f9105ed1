package io.florin.auditmember;

/// Reasons for which a member gives no share. Codes are part of the internal interface and never renamed.
public enum Refusal {
    NO_SUCH_CASE("no-such-case", "This member has no case of this reference."),
    CASE_NOT_OPEN("case-not-open", "The case is not open at this member."),
    NOT_COVERED("not-covered", "The case does not cover the transaction."),
    NOT_COMMITTED("not-committed", "The transaction is not committed by this member's own sight."),
    NO_VALID_PAYMENT("no-valid-payment", "No endorser gives the payment of this transaction with a proof that holds."),
    NOT_ENCRYPTED("not-encrypted", "The payment is not under passive audit."),
    KEY_NOT_IN_FORCE(
            "key-not-in-force",
            "This member has no share of the key that the payment is encrypted to, or not the one asked for: before or"
                    + " after a refresh."),
    NO_SUCH_PART("no-such-part", "The payment has no such part."),
    NOT_CONCERNED(
            "not-concerned",
            "Nothing shows that the payment concerns the enrollment of the case; its values stay shut.");

    private final String code;
    private final String explanation;

    Refusal(String code, String explanation) {
        this.code = code;
        this.explanation = explanation;
    }

    public String code() {
        return code;
    }

    public String explanation() {
        return explanation;
    }
}

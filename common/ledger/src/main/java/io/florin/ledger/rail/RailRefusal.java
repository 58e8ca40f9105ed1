package io.florin.ledger.rail;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Why an authority does not do what it was asked. Numbers are part of the API and never reused.
public enum RailRefusal {
    WRONG_NETWORK(1, "it is for another network"),
    WRONG_RAIL(2, "it is for another rail"),
    WRONG_EPOCH(3, "it is of another epoch of the committee"),
    WRONG_SHARD(4, "the account is another shard's"),
    BAD_OWNER_SIGNATURE(5, "the owner's signature is wrong"),
    SEQUENCE_USED(6, "another order of this sequence is executed"),
    SEQUENCE_AHEAD(7, "an order before this one is not executed here"),
    SEQUENCE_TAKEN(8, "this authority voted for another order of this sequence"),
    NOT_COVERED(9, "the final balance does not suffice"),
    EXPIRED(10, "the expiry height has passed"),
    EXPIRY_TOO_FAR(11, "the expiry height lies too far ahead"),
    SENDER_SUSPENDED(12, "the sender is suspended"),
    VALUE_OVERFLOW(13, "a sum exceeds 63 bits"),
    BAD_CERTIFICATE(14, "the votes are not those of 2F + 1 authorities"),
    BAD_EFFECTS(15, "the effects are not those of 2F + 1 authorities"),
    CARRIED_FOR_ANOTHER(16, "a carried payment does not pay the sender"),
    CONFLICTING_CERTIFICATE(17, "another order of this sequence is executed, and both have certificates");

    private final int number;
    private final String explanation;

    RailRefusal(int number, String explanation) {
        this.number = number;
        this.explanation = explanation;
    }

    public int number() {
        return number;
    }

    public String explanation() {
        return explanation;
    }

    /// The refusal of a number.
    public static Optional<RailRefusal> of(int number) {
        return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
    }

    /// The code in problem details, for example `sequence-taken`.
    public String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

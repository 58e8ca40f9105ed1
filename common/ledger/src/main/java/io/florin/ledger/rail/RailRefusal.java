package io.florin.ledger.rail;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Reasons for which an authority refuses a request. Numbers are part of the API and never reused.
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
    CARRIED_FOR_ANOTHER(16, "what is carried pays nothing that is spent"),
    CONFLICTING_CERTIFICATE(17, "another order of this sequence is executed, and both have certificates"),
    SEQUENCE_FROZEN(18, "a rescue of this sequence has begun"),
    NOT_EXPIRED(19, "the order may still be voted for"),
    NOT_PROVEN_OPEN(20, "not F + 1 authorities say that no order of this sequence is executed"),
    BAD_STATEMENT(21, "the authority's signature is wrong"),
    TOO_FEW_STATEMENTS(22, "fewer than 2F + 1 statements hold"),
    NOT_FROZEN(23, "no rescue of this sequence has begun"),
    TOO_MANY_RESCUES(24, "the account was rescued as often as an epoch allows"),
    OUTPUT_UNKNOWN(25, "an output is not known here, or leaves the rail"),
    OUTPUT_NOT_FINAL(26, "what made an output is not known to be final here"),
    OUTPUT_ALTERED(27, "an output has another owner or value"),
    OUTPUT_TAKEN(28, "this authority gives its vote on an output to another transaction"),
    OUTPUT_SPENT(29, "another transaction that spends an output is executed"),
    TOO_BUSY(30, "too many transactions wait here"),

    // 32 and above: the channel's. Nothing of the request was looked at.
    MALFORMED(32, "the bytes are no request"),
    TOO_LARGE(33, "a frame is larger than any may be"),
    NOT_ALLOWED(34, "only an authority of this committee may ask this"),
    TOO_MANY_CONNECTIONS(35, "the client has as many connections as it may have"),
    AUTHORITY_BUSY(36, "the authority has as many requests open as it takes: ask again"),
    AUTHORITY_STARTING(37, "the authority asks the others what it signed before, and signs nothing yet"),
    JOURNAL_RESTORED(38, "the authority's journal is an older copy: it signs nothing in this epoch"),
    AUTHORITY_STOPPED(39, "the authority has stopped");

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

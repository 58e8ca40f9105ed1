package io.florin.auditmember;

import io.florin.crypto.Bytes32;
import io.florin.crypto.group.Scalar;
import io.florin.ledger.TransactionId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Scope of a case. The text is part of the log and never changes its form.
public sealed interface CaseScope {

    /// One transaction: `transaction <64 hexadecimal digits>`.
    record OfTransaction(TransactionId id) implements CaseScope {
        @Override
        public String text() {
            return "transaction " + id.toHex();
        }
    }

    /// All payments that an enrollment made and received in some blocks: `enrollment <64 hexadecimal digits> in blocks
    /// <first>-<last>`. Of every payment of these blocks it may be asked whose it is; values are opened of those only
    /// in which the enrollment takes part.
    ///
    /// @param id as registration issued it
    record OfEnrollment(Scalar id, long firstBlock, long lastBlock) implements CaseScope {
        /// @throws IllegalArgumentException unless 1 ≤ first ≤ last and they are fewer than [#BLOCKS_MAX] blocks
        public OfEnrollment {
            if (firstBlock < 1 || lastBlock < firstBlock || lastBlock - firstBlock >= BLOCKS_MAX) {
                throw new IllegalArgumentException("a period has 1 to " + BLOCKS_MAX + " blocks");
            }
        }

        @Override
        public String text() {
            return "enrollment " + Bytes32.of(id.toBytes()).toHex() + " in blocks " + firstBlock + "-" + lastBlock;
        }

        @Override
        public String toString() {
            return "OfEnrollment[blocks " + firstBlock + "-" + lastBlock + "]";
        }
    }

    /// The longest period of a case.
    long BLOCKS_MAX = 1_000_000;

    Pattern FORM = Pattern.compile(
            "transaction ([0-9a-f]{64})|enrollment ([0-9a-f]{64}) in blocks ([0-9]{1,18})-([0-9]{1,18})");

    String text();

    /// Reads what [#text] writes.
    ///
    /// @return empty if it is anything else
    static Optional<CaseScope> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    form.group(1) != null
                            ? new OfTransaction(TransactionId.fromHex(form.group(1)))
                            : new OfEnrollment(
                                    Scalar.ofCanonical(
                                            Bytes32.fromHex(form.group(2)).toArray()),
                                    Long.parseLong(form.group(3)),
                                    Long.parseLong(form.group(4))));
        } catch (IllegalArgumentException outOfRange) {
            return Optional.empty();
        }
    }
}

package io.florin.ledger.settlement;

import io.florin.crypto.Bytes;
import io.florin.ledger.privacy.HiddenToken;
import io.florin.ledger.privacy.RecordedToken;
import io.florin.ledger.token.Token;
import java.util.Optional;

/// One effect of a settlement transaction. Every write is of a key read by the same transaction, or of an own output,
/// so the version it writes is a function of the transaction alone (protocol decision 19).
public sealed interface Write {

    /// Deletes the token under the key of read number `read`, which then counts as absent.
    record Spend(int read) implements Write {}

    /// Puts a value under the key of read number `read`; its version rises by one. Value of at most 32 KiB.
    record Put(int read, Bytes value) implements Write {}

    /// Creates output number `index` of the transaction, with version 1.
    record Output(int index, Token token) implements Write {}

    /// Records for ever that read number `read`, which is absent, happened: a serial number. Its value is empty.
    record Serial(int read) implements Write {}

    /// Creates output number `index` of the transaction, with version 1, hidden as its model says.
    ///
    /// @param token its bytes; whether they are points of the group is not known
    record HiddenOutput(int index, RecordedToken token) implements Write {
        public HiddenOutput(int index, HiddenToken token) {
            this(index, RecordedToken.of(token));
        }
    }

    /// Value under the key afterwards; none of a spend.
    default Optional<Bytes> after() {
        return switch (this) {
            case Spend _ -> Optional.empty();
            case Put(int _, Bytes value) -> Optional.of(value);
            case Output(int _, Token token) -> Optional.of(Bytes.of(token.encode()));
            case Serial _ -> Optional.of(Bytes.of(new byte[0]));
            case HiddenOutput(int _, RecordedToken token) -> Optional.of(token.encoded());
        };
    }
}

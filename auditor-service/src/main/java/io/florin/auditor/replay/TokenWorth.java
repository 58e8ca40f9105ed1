package io.florin.auditor.replay;

import io.florin.crypto.Bytes;
import io.florin.crypto.group.G1;
import io.florin.ledger.Amount;
import io.florin.ledger.codec.CanonicalReader;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.token.Token;
import java.util.Optional;

/// Worth of a value of the state as a token. Nothing else of the state has the size of a token: a clear one has 42
/// bytes, one with a hidden owner 56, one with a hidden value 96.
final class TokenWorth {
    private static final int ANONYMOUS_SIZE = G1.SIZE + Long.BYTES;

    private TokenWorth() {}

    /// Empty where the value is no token, or the token's value is hidden.
    static Optional<Amount> of(Bytes value) {
        try {
            return switch (value.size()) {
                case Token.ENCODED_SIZE ->
                    Optional.of(Token.decode(value.toArray()).value());
                // the owner's commitment does not matter here
                case ANONYMOUS_SIZE ->
                    Optional.of(CanonicalReader.decode(value.toArray(), reader -> {
                        reader.fixed(G1.SIZE);
                        return Amount.of(reader.u63());
                    }));
                default -> Optional.empty();
            };
        } catch (DecodeException other) {
            return Optional.empty();
        }
    }
}

package io.florin.ledger.privacy;

import io.florin.crypto.Bytes32;
import io.florin.ledger.Amount;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.StateKey;
import io.florin.ledger.StateKeys;
import io.florin.ledger.client.TransactionKind;
import io.florin.ledger.codec.CanonicalWriter;
import java.util.List;
import java.util.Optional;

/// Context that a proof binds besides tokens.
///
/// @param kind issue, transfer or redeem
/// @param amount issued or redeemed, which is public; zero of a transfer
/// @param request the withdrawal's or redemption's id; none of a transfer
/// @param expiryHeight of the transaction
/// @param content digest of everything else in the client transaction: nonce, notes, metadata
public record PaymentContext(
        TransactionKind kind, Amount amount, Optional<Bytes32> request, long expiryHeight, Bytes32 content) {

    /// @throws IllegalArgumentException unless an issue or redemption has amount and id, and a transfer neither
    public PaymentContext {
        boolean transfer = kind == TransactionKind.TRANSFER;
        if (!transfer && kind != TransactionKind.ISSUE && kind != TransactionKind.REDEEM) {
            throw new IllegalArgumentException("not a payment: " + kind);
        }
        if (transfer != amount.isZero() || transfer == request.isPresent()) {
            throw new IllegalArgumentException("an issue or redemption, and only it, has an amount and an id");
        }
    }

    /// The context of a transfer.
    public static PaymentContext transfer(long expiryHeight, Bytes32 content) {
        return new PaymentContext(TransactionKind.TRANSFER, Amount.ZERO, Optional.empty(), expiryHeight, content);
    }

    /// The key that makes the request happen once, if there is a request.
    Optional<StateKey> requestKey(NamespaceId namespace) {
        return request.map(id -> kind == TransactionKind.ISSUE
                ? StateKeys.withdrawal(namespace, id)
                : StateKeys.redemption(namespace, id));
    }

    /// Excess of inputs over outputs, apart from tokens: the amount issued, less the one redeemed.
    long surplus() {
        return kind == TransactionKind.REDEEM ? -amount.minorUnits() : amount.minorUnits();
    }

    void writeTo(CanonicalWriter writer) {
        writer.u8(kind.code()).u63(amount.minorUnits());
        request.ifPresent(writer::fixed);
        writer.u63(expiryHeight).fixed(content);
    }

    /// The request's key alone, as context of an issue's outputs.
    List<StateKey> requestKeys(NamespaceId namespace) {
        return requestKey(namespace).stream().toList();
    }
}

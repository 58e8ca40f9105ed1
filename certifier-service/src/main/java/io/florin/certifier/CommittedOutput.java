package io.florin.certifier;

import io.florin.crypto.Bytes32;
import io.florin.crypto.ps.BlindedToken;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.TransactionId;
import java.util.List;

/// A token of the unlinkable model that a committed transaction created.
///
/// @param output index in the transaction
/// @param context the transaction's read keys in order, over which the token's base is made
public record CommittedOutput(
        TransactionId transaction, int output, NamespaceId namespace, List<Bytes32> context, BlindedToken token) {

    public CommittedOutput {
        context = List.copyOf(context);
    }
}

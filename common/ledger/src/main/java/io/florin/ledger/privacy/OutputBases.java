package io.florin.ledger.privacy;

import io.florin.crypto.Bytes32;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.ps.TokenBase;
import io.florin.ledger.StateKey;
import java.util.ArrayList;
import java.util.List;

/// The bases over which a transaction's outputs commit: fixed generators, or in the unlinkable model a base for each
/// output, which is a hash of the read-set keys in order.
public final class OutputBases {
    private final PrivacyModel model;
    private final List<TokenBase> own;

    private OutputBases(PrivacyModel model, List<TokenBase> own) {
        this.model = model;
        this.own = List.copyOf(own);
    }

    /// The bases of so many outputs.
    ///
    /// @param readKeys of the transaction, in order
    /// @throws IllegalArgumentException in the unlinkable model unless there are 1 to 16 keys
    public static OutputBases of(PrivacyModel model, List<StateKey> readKeys, int outputs) {
        List<TokenBase> own = new ArrayList<>();
        if (model == PrivacyModel.UNLINKABLE) {
            List<Bytes32> context = readKeys.stream().map(StateKey::value).toList();
            for (int j = 0; j < outputs; j++) {
                own.add(TokenBase.of(context, j));
            }
        }
        return new OutputBases(model, own);
    }

    public PrivacyModel model() {
        return model;
    }

    /// Ge, or H of the output.
    public G1 ownerBase(int output) {
        return own.isEmpty() ? Generators.ENROLLMENT : own.get(output).point();
    }

    /// Gv, or H of the output.
    public G1 valueBase(int output) {
        return own.isEmpty() ? Generators.VALUE : own.get(output).point();
    }

    /// The seed r of an output's serial number; public, and chosen by nobody. Unlinkable model only.
    ///
    /// @throws IndexOutOfBoundsException in another model
    public Scalar seed(int output) {
        return own.get(output).seed();
    }
}

package io.florin.endorser.signing.adapter;

import io.florin.endorser.protocol.LedgerView;
import io.florin.endorser.signing.PresigningBatch;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.runtime.Failure;
import io.florin.runtime.identity.EndorsingKey;
import java.util.Optional;
import java.util.function.Function;

/// Who this endorser is, and for what it signs.
///
/// @param member index and identity key
/// @param keys its key of a group
public record SigningSurroundings(
        PresigningBatch.Member member,
        NetworkId network,
        LedgerView ledger,
        Function<EndorserGroup, Optional<EndorsingKey>> keys) {

    int self() {
        return member.index();
    }

    /// The group of this epoch, if it is in force.
    ///
    /// @throws Failure if there is none
    EndorserGroup group(NamespaceId namespace, long keyEpoch) {
        return ledger.now()
                .configuration()
                .endorserGroup(namespace, keyEpoch)
                .orElseThrow(() -> new Failure("no such group of endorsers"));
    }

    /// This endorser's key of the group in force with this epoch, if that signs with presignatures.
    ///
    /// @throws Failure if there is none
    EndorsingKey.Ecdsa presigning(NamespaceId namespace, long keyEpoch) {
        if (keys.apply(group(namespace, keyEpoch)).orElse(null) instanceof EndorsingKey.Ecdsa key) {
            return key;
        }
        throw new Failure("no key that signs with presignatures");
    }
}

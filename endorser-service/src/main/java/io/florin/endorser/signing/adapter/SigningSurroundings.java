package io.florin.endorser.signing.adapter;

import io.florin.crypto.Bytes;
import io.florin.endorser.protocol.FollowedPosition;
import io.florin.endorser.signing.NonceEpochStatement;
import io.florin.endorser.signing.PresigningBatch;
import io.florin.identity.EndorsingKey;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.NetworkId;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.runtime.Failure;
import java.util.Optional;
import java.util.function.Function;

/// Identity of this endorser, and the keys that it signs for.
///
/// @param member index and identity key
/// @param keys its key of a group
public record SigningSurroundings(
        PresigningBatch.Member member,
        NetworkId network,
        FollowedPosition ledger,
        Function<EndorserGroup, Optional<EndorsingKey>> keys) {

    int self() {
        return member.index();
    }

    /// The group of this epoch, if it is in force.
    ///
    /// @throws Failure if there is none
    EndorserGroup group(NamespaceId namespace, long keyEpoch) {
        return inForce(namespace, keyEpoch).orElseThrow(() -> new Failure("no such group of endorsers"));
    }

    /// Whether there is a group of this epoch at this moment.
    boolean isInForce(NamespaceId namespace, long keyEpoch) {
        return inForce(namespace, keyEpoch).isPresent();
    }

    private Optional<EndorserGroup> inForce(NamespaceId namespace, long keyEpoch) {
        return ledger.now().configuration().endorserGroup(namespace, keyEpoch);
    }

    /// This endorser's word about the epoch of its ledger of a key.
    Bytes signedEpoch(NamespaceId namespace, long keyEpoch, long epoch) {
        return new NonceEpochStatement(network, namespace, keyEpoch, self(), epoch).signed(member.key());
    }

    /// A peer's signature under the epoch of its ledger; empty if it is none, or the peer's identity is not known.
    Bytes verifiedEpoch(EndorserGroup group, int endorser, long epoch, Bytes signature) {
        var statement = new NonceEpochStatement(network, group.namespace(), group.epoch(), endorser, epoch);
        return keys.apply(group)
                .flatMap(key -> Optional.ofNullable(key.identities().get(endorser)))
                .filter(identity -> statement.isSigned(identity, signature))
                .map(_ -> signature)
                .orElse(Bytes.EMPTY);
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

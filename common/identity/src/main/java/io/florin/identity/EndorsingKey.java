package io.florin.identity;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.dkg.GroupKeys;
import io.florin.crypto.ecdsa.EcdsaGroup;
import io.florin.crypto.ecdsa.EcdsaKeyShare;
import io.florin.crypto.ecdsa.P256;
import io.florin.crypto.frost.Edwards25519;
import io.florin.crypto.frost.FrostGroup;
import io.florin.crypto.frost.FrostKeyShare;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.threshold.GroupKey;
import io.florin.crypto.threshold.KeyShare;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.runtime.keys.StoredShare;
import java.util.SortedMap;
import java.util.TreeMap;

/// An endorser's share of the key of a group, whatever the scheme. Closing zeroes it.
public sealed interface EndorsingKey extends AutoCloseable {
    /// The group with the verification keys of the shares in use.
    EndorserGroup group();

    /// The group's public side.
    GroupKey groupKey();

    /// This endorser's, from 1 on.
    int index();

    /// Identity keys of all who hold a share, by index, as their ceremony named them; empty where its record is lost.
    SortedMap<Integer, Bytes32> identities();

    @Override
    void close();

    /// A key that signs with BLS.
    record Bls(EndorserGroup group, GroupKey groupKey, KeyShare share, SortedMap<Integer, Bytes32> identities)
            implements EndorsingKey {
        @Override
        public int index() {
            return share.index();
        }

        @Override
        public void close() {
            share.close();
        }
    }

    /// A key that signs with FROST.
    record Frost(EndorserGroup group, GroupKey groupKey, FrostKeyShare share, SortedMap<Integer, Bytes32> identities)
            implements EndorsingKey {
        @Override
        public int index() {
            return share.index();
        }

        @Override
        public void close() {
            share.close();
        }
    }

    /// A key that signs with ECDSA.
    record Ecdsa(EndorserGroup group, GroupKey groupKey, EcdsaKeyShare share, SortedMap<Integer, Bytes32> identities)
            implements EndorsingKey {
        @Override
        public int index() {
            return share.index();
        }

        @Override
        public void close() {
            share.close();
        }
    }

    /// Reads a stored share of the key of this group.
    ///
    /// @throws IllegalArgumentException if it is not its holder's share of this key, or the group has no key of its
    /// scheme
    static EndorsingKey of(EndorserGroup group, StoredShare stored, SortedMap<Integer, Bytes32> identities) {
        var named = new TreeMap<>(identities);
        GroupKey key = GroupKeys.group(group.scheme(), group.threshold(), group.groupKey(), group.verificationKeys());
        return switch (group.scheme()) {
            case BLS_G1 -> {
                KeyShare share = stored.bls();
                boolean own = share.index() <= group.verificationKeys().size()
                        && group.verificationKeys()
                                .get(share.index() - 1)
                                .equals(Bytes.of(share.secret().publicKey().toArray()));
                if (!own) {
                    throw new IllegalArgumentException("not the share of party " + share.index());
                }
                yield new Bls(group, key, share, named);
            }
            case FROST_ED25519 -> {
                FieldElement secret = stored.only(Edwards25519.GROUP.scalars());
                try {
                    var share = new FrostKeyShare(stored.index(), secret, ((FrostGroup) key).key());
                    yield new Frost(group, key, share, named);
                } finally {
                    secret.erase();
                }
            }
            case ECDSA_P256 -> {
                FieldElement secret = stored.only(P256.GROUP.scalars());
                try {
                    var share = new EcdsaKeyShare(stored.index(), secret, ((EcdsaGroup) key).key());
                    yield new Ecdsa(group, key, share, named);
                } finally {
                    secret.erase();
                }
            }
        };
    }
}

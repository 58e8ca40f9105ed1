package io.florin.endorser.protocol;

import io.florin.crypto.Bytes;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import java.util.SortedMap;

/// Signs with this endorser's share of a group's key. Whether the message may be signed was decided before.
@FunctionalInterface
public interface GroupSigning {

    /// This endorser's share of the group's signature. With a scheme of one-time secrets the use is on the disk before
    /// it returns, and each secret serves the one endorser it was prepared for.
    ///
    /// @param asker index of the endorser that gathers
    /// @param preparations what every signer prepared, by index; empty where the scheme has none
    ShareAnswer sign(EndorserGroup group, int asker, byte[] message, SortedMap<Integer, Bytes> preparations);
}

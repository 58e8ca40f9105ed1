package io.florin.crypto.threshold;

import io.florin.crypto.Bytes;
import java.util.List;
import java.util.Optional;

/// One party of a group that signs together, whatever the scheme. Owned by one thread.
///
/// The gatherer asks everybody to prepare, sends all the same [SigningOrder], and gives what comes back to
/// [GroupKey#combine]. An order that was answered is not answered again where the scheme has one-time secrets: after a
/// lost answer the gatherer begins with new preparations.
public interface GroupSigner {
    /// This party's index.
    int index();

    /// The party's contribution before it signs with these others: nothing for BLS, a nonce commitment for FROST, the
    /// names of its presignatures for ECDSA. May be asked ahead of any message.
    Bytes prepare(List<Integer> signers);

    /// Its share of the signature; empty if it cannot sign this order. Whether the message may be signed is the
    /// caller's decision, taken before.
    ///
    /// @throws NonceLedgerException if a one-time secret's use could not be recorded
    Optional<Bytes> sign(SigningOrder order);
}

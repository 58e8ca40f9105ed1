package io.florin.crypto.ecdsa;

import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.crypto.shamir.FieldElement;
import io.florin.crypto.threshold.NonceId;
import io.florin.crypto.threshold.NonceLedger;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One party's side of threshold ECDSA: it keeps presignatures, in memory only, and answers one message with each.
/// Owned by one thread.
///
/// The answer to message m is s_i = k⁻¹_i·(H(m) + r·x_i) + e_i (eprint 2020/501, section 3), one round. As with FROST
/// the presignature leaves memory and its use is on the disk before the answer goes out; the rest is erased.
public final class EcdsaSigner implements AutoCloseable {
    private static final byte[] PURPOSE = "florin/ecdsa/use/1".getBytes(StandardCharsets.US_ASCII);

    private final EcdsaKeyShare key;
    private final NonceLedger ledger;
    private final int storedMax;
    private final Map<Bytes32, Stored> stored = new LinkedHashMap<>();

    /// @param storedMax how many presignatures are kept at once
    public EcdsaSigner(EcdsaKeyShare key, NonceLedger ledger, int storedMax) {
        if (storedMax < 1) {
            throw new IllegalArgumentException("room for one presignature at least");
        }
        this.key = key;
        this.ledger = ledger;
        this.storedMax = storedMax;
    }

    /// Keeps a fresh presignature, which it owns from now on; false, and erased, if there is no room.
    ///
    /// @throws IllegalArgumentException if its committee does not fit the key, or one of its session is kept already
    public boolean keep(Presignature presignature) {
        Presignature.PublicPart publicPart = presignature.publicPart();
        boolean fits = publicPart.committee().size() == key.groupKey().signers()
                && publicPart.committee().contains(key.index())
                && publicPart.committee().getLast() <= key.groupKey().parties();
        if (!fits || stored.containsKey(publicPart.session())) {
            presignature.close();
            throw new IllegalArgumentException("not a new presignature of this key's holders");
        }
        if (stored.size() >= storedMax) {
            presignature.close();
            return false;
        }
        stored.put(publicPart.session(), new Stored(presignature, ledger.next()));
        return true;
    }

    /// The presignatures with this committee, the oldest first.
    public List<Presignature.PublicPart> waiting(List<Integer> committee) {
        return stored.values().stream()
                .map(each -> each.presignature.publicPart())
                .filter(each -> each.committee().equals(committee))
                .toList();
    }

    /// The oldest presignature of this committee, to propose for the next message.
    public Optional<Presignature.PublicPart> next(List<Integer> committee) {
        return waiting(committee).stream().findFirst();
    }

    /// Erases a presignature that nobody will use.
    public void drop(Bytes32 session) {
        Stored dropped = stored.remove(session);
        if (dropped != null) {
            ledger.drop(dropped.name);
            dropped.presignature.close();
        }
    }

    /// Erases the oldest ones until there is room for so many more. What a maker of presignatures never uses must not
    /// keep it from making others.
    public void makeRoom(int wanted) {
        while (!stored.isEmpty() && stored.size() > storedMax - wanted) {
            drop(stored.keySet().iterator().next());
        }
    }

    /// Number of presignatures that wait.
    public int waiting() {
        return stored.size();
    }

    /// Answers a message with the presignature of a session; empty if there is none, because it was used, never made,
    /// or made before the last restart. Whether the message may be signed is the caller's decision, taken before.
    ///
    /// @throws io.florin.crypto.threshold.NonceLedgerException if the use could not be recorded; the presignature is
    /// gone
    public Optional<EcdsaShare> sign(Bytes32 session, byte[] message) {
        Stored taken = stored.remove(session);
        if (taken == null) {
            return Optional.empty();
        }
        try (Presignature presignature = taken.presignature) {
            byte[] digest = Sha256.digest(message);
            P256Point keyPoint = key.groupKey().key();
            ledger.use(taken.name, Sha256.hash(PURPOSE, keyPoint.encode(), session.toArray(), digest));
            FieldElement r = presignature.publicPart().noncePoint().abscissa();
            FieldElement inner = P256.SCALARS.reduce(digest).add(r.multiply(key.secret()));
            FieldElement share = presignature.inverseShare().multiply(inner).add(presignature.maskShare());
            return Optional.of(new EcdsaShare(session, key.index(), Bytes32.of(share.toBytes())));
        }
    }

    /// Erases all presignatures. The key and the ledger are the caller's.
    @Override
    public void close() {
        stored.values().forEach(each -> each.presignature.close());
        stored.clear();
    }

    private record Stored(Presignature presignature, NonceId name) {}
}

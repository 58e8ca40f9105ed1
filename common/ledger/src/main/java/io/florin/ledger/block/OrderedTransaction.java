package io.florin.ledger.block;

import io.florin.crypto.Bytes;
import io.florin.ledger.bundle.Bundle;
import io.florin.ledger.client.AuditorApproval;
import io.florin.ledger.codec.DecodeException;
import io.florin.ledger.settlement.SettlementTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One transaction of a block in its order, as far as its bytes can be read.
///
/// @param index place in the block, counting the transactions of all entries; an entry that is no bundle counts as one
/// @param bundle empty where the entry is no bundle
/// @param position place in its bundle
/// @param raw the bytes of the transaction, or of the whole entry where it is no bundle
/// @param transaction empty where the bytes are no settlement transaction of the bundle's namespace
public record OrderedTransaction(
        long index, Optional<Bundle> bundle, int position, Bytes raw, Optional<SettlementTransaction> transaction) {

    /// All transactions of the block's entries in order; never throws, whatever the entries hold.
    public static List<OrderedTransaction> of(List<Bytes> entries) {
        List<OrderedTransaction> all = new ArrayList<>();
        for (Bytes entry : entries) {
            Optional<Bundle> bundle = decodeBundle(entry);
            if (bundle.isEmpty()) {
                all.add(new OrderedTransaction(all.size(), bundle, 0, entry, Optional.empty()));
                continue;
            }
            List<Bytes> raws = bundle.get().transactions();
            for (int position = 0; position < raws.size(); position++) {
                all.add(new OrderedTransaction(
                        all.size(), bundle, position, raws.get(position), decode(bundle.get(), position)));
            }
        }
        return all;
    }

    /// The auditor's approval that the bundle carries for this transaction.
    public Optional<AuditorApproval> audit() {
        return bundle.flatMap(found -> found.audits().stream()
                .filter(audit -> audit.index() == position)
                .map(Bundle.IndexedAudit::approval)
                .findFirst());
    }

    private static Optional<Bundle> decodeBundle(Bytes entry) {
        try {
            return Optional.of(Bundle.decode(entry.toArray()));
        } catch (DecodeException e) {
            return Optional.empty();
        }
    }

    private static Optional<SettlementTransaction> decode(Bundle bundle, int position) {
        try {
            return Optional.of(bundle.transaction(position))
                    .filter(transaction -> transaction.namespace().equals(bundle.namespace()));
        } catch (DecodeException e) {
            return Optional.empty();
        }
    }
}

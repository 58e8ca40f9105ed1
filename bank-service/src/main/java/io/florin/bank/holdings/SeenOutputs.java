package io.florin.bank.holdings;

import io.florin.crypto.Bytes;
import io.florin.wallet.hidden.TransactionOutput;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Outputs that others pay to this bank's wallets, or its wallets to each other, among transactions that the ledger has
/// shown: of the last 20,000 transactions since the start, in a currency that shows whose tokens are. Any thread.
final class SeenOutputs {

    static final int TRANSACTIONS_MAX = 20_000;

    private final Map<Bytes, Set<Integer>> own = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Bytes, Set<Integer>> eldest) {
            return size() > TRANSACTIONS_MAX;
        }
    };

    /// @param transaction id of one in a block that is followed, whether what it leads to is kept already or not
    /// @param outputs those of this bank's wallets
    synchronized void saw(Bytes transaction, Collection<Integer> outputs) {
        own.put(transaction, Set.copyOf(outputs));
    }

    /// Marks an output as a wallet's change, which pays nobody.
    synchronized void isChange(Bytes transaction, int output) {
        own.computeIfPresent(
                transaction,
                (_, outputs) ->
                        outputs.stream().filter(each -> each != output).collect(Collectors.toUnmodifiableSet()));
    }

    /// Empty where its transaction was not seen, or too long ago.
    synchronized Optional<Boolean> isOwn(TransactionOutput output) {
        return Optional.ofNullable(own.get(Bytes.of(output.transaction().value().toArray())))
                .map(outputs -> outputs.contains(output.index()));
    }
}

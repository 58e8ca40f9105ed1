package io.florin.ordering.protocol;

import io.florin.crypto.Bytes;
import io.florin.ledger.NamespaceId;
import io.florin.ledger.block.OrderedTransaction;
import java.util.List;

/// Entries of a block that can change the configuration.
public final class ConfigurationEntries {
    private static final int NAMESPACE_AT = 1;

    private ConfigurationEntries() {}

    /// The transactions of a block's entries that the configuration namespace has, in their order.
    public static List<OrderedTransaction> transactions(List<Bytes> entries) {
        return OrderedTransaction.of(
                entries.stream().filter(ConfigurationEntries::isOne).toList());
    }

    /// Whether one of the entries can change the configuration; garbage cannot.
    public static boolean canChange(List<Bytes> entries) {
        return transactions(entries).stream()
                .anyMatch(ordered -> ordered.transaction().isPresent());
    }

    /// Whether the entry, if it is a bundle, is one of the configuration namespace: its bytes 1 and 2 say so.
    public static boolean isOne(Bytes entry) {
        if (entry.size() < NAMESPACE_AT + Short.BYTES) {
            return false;
        }
        byte[] raw = entry.toArray();
        int namespace = (raw[NAMESPACE_AT] & 0xFF) << 8 | raw[NAMESPACE_AT + 1] & 0xFF;
        return namespace == NamespaceId.CONFIGURATION.value();
    }
}

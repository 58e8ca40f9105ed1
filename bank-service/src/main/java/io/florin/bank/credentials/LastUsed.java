package io.florin.bank.credentials;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The entries that were used last, up to a bound. Any thread.
final class LastUsed<K, V> {

    private final Map<K, V> values;

    LastUsed(int sizeMax) {
        values = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > sizeMax;
            }
        };
    }

    synchronized Optional<V> get(K key) {
        return Optional.ofNullable(values.get(key));
    }

    synchronized void put(K key, V value) {
        values.put(key, value);
    }

    synchronized void remove(K key) {
        values.remove(key);
    }

    synchronized int size() {
        return values.size();
    }
}

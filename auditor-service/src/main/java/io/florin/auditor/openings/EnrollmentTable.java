package io.florin.auditor.openings;

import io.florin.crypto.Bytes;
import io.florin.crypto.commitment.Generators;
import io.florin.crypto.group.G1;
import io.florin.crypto.group.Scalar;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Finds an enrollment id by eid·Ge. One multiplication for each id, once; any thread.
public final class EnrollmentTable {
    private final Map<Bytes, Scalar> ids = new ConcurrentHashMap<>();
    private final Set<Scalar> known = new HashSet<>();

    /// Adds an id, unless it is known.
    public synchronized void add(Scalar id) {
        if (known.add(id)) {
            ids.put(encoded(Generators.ENROLLMENT.multiply(id)), id);
        }
    }

    public Optional<Scalar> find(G1 point) {
        return Optional.ofNullable(ids.get(encoded(point)));
    }

    public int size() {
        return ids.size();
    }

    private static Bytes encoded(G1 point) {
        return Bytes.of(point.encode());
    }
}

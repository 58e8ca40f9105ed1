package io.florin.ledger.rail.signing;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import java.util.LinkedHashMap;
import java.util.Map;

/// Roots of one authority whose signatures were verified, those last used.
///
/// The signature is part of what is remembered: who knows a root must not take any other 64 bytes for its signature, or
/// a certificate that holds here would not hold elsewhere. Only valid ones are remembered, so nobody but the authority
/// can push its roots out. The lock is held for a look-up, never for a verification.
final class VerifiedRoots {
    /// Ten seconds of an authority that signs 400 windows a second; about one megabyte.
    static final int REMEMBERED_MAX = 4096;

    private final Map<Root, Boolean> roots = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Root, Boolean> eldest) {
            return size() > REMEMBERED_MAX;
        }
    };

    /// A root with an authority's signature.
    record Root(Bytes32 root, int size, Bytes signature) {}

    synchronized boolean contains(Root root) {
        return roots.get(root) != null;
    }

    synchronized void add(Root root) {
        roots.put(root, true);
    }

    synchronized int count() {
        return roots.size();
    }
}

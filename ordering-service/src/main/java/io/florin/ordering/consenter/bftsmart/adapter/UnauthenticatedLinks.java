package io.florin.ordering.consenter.bftsmart.adapter;

import java.net.Socket;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/// Callers that have not shown yet which party they are. So many are heard at a time; one more pushes out the one that
/// has been there longest. A party shows itself in milliseconds, so whoever holds connections open and says nothing
/// keeps nobody out.
///
/// For any thread.
final class UnauthenticatedLinks {
    private final int max;
    private final Set<Socket> callers = new LinkedHashSet<>();

    UnauthenticatedLinks(int max) {
        this.max = max;
    }

    /// @return the caller that has to go
    synchronized Optional<Socket> add(Socket caller) {
        callers.add(caller);
        if (callers.size() <= max) {
            return Optional.empty();
        }
        Socket oldest = callers.iterator().next();
        callers.remove(oldest);
        return Optional.of(oldest);
    }

    /// The caller has shown itself, or has gone.
    synchronized void remove(Socket caller) {
        callers.remove(caller);
    }
}

package io.florin.bank.payments.adapter;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/// The register for tests of one thread, without a database.
final class MemoryUetrs implements UetrRegister {

    private final Set<String> taken = new HashSet<>();

    @Override
    public Set<String> take(Collection<String> uetrs) {
        Set<String> free = new LinkedHashSet<>();
        uetrs.stream().filter(taken::add).forEach(free::add);
        return free;
    }

    @Override
    public void giveBack(Collection<String> uetrs) {
        taken.removeAll(uetrs);
    }
}

package io.florin.auditor.openings.adapter;

import io.florin.ledger.TransactionId;
import io.florin.ledger.client.ClientTransaction;
import io.florin.ledger.fixture.TestAuditors;
import io.florin.ledger.fixture.TestHiddenEconomy;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/// All members of an audit authority.
final class FakeMembers {
    private final SortedMap<Integer, FakeMember> all = new TreeMap<>();

    /// @param payments as they are at the moment of a question
    FakeMembers(TestHiddenEconomy economy, Map<TransactionId, ClientTransaction> payments) {
        for (int index = 1; index <= TestAuditors.MEMBERS; index++) {
            all.put(index, new FakeMember(economy.network().networkId(), index, economy.auditors(), payments));
        }
    }

    FakeMember member(int index) {
        return Objects.requireNonNull(all.get(index));
    }

    Members members() {
        return new Members(new TreeMap<>(all));
    }

    void open(String reference, int... indexes) {
        for (int index : indexes) {
            member(index).open(reference);
        }
    }
}

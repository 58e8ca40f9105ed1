package io.florin.registration.anonymous;

import io.florin.crypto.Bytes32;
import io.florin.registration.anonymous.CredentialStore.Commitment;
import io.florin.registration.protocol.IssuedEnrollmentIds;
import io.florin.runtime.api.EnrollmentIdsInternalApi;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.springframework.transaction.support.TransactionOperations;

/// Ids that registration issued, by rows that are as they were sealed: who puts a row into the database makes no id an
/// issued one, which would hide a forged credential from the auditor. An altered row is left out, and named; the others
/// are told. Any thread.
public final class IssuedIds implements IssuedEnrollmentIds {
    private static final byte[] FIRST = {};

    private final CredentialStore store;
    private final EpochSigner signer;
    private final TransactionOperations transactions;

    public IssuedIds(CredentialStore store, EpochSigner signer, TransactionOperations transactions) {
        this.store = store;
        this.signer = signer;
        this.transactions = transactions;
    }

    @Override
    public List<Bytes32> page(Optional<Bytes32> after) {
        List<Bytes32> ids = new ArrayList<>();
        byte[] last = after.map(Bytes32::toArray).orElse(FIRST);
        boolean more = true;
        while (more && ids.size() < EnrollmentIdsInternalApi.IDS_MAX) {
            int wanted = EnrollmentIdsInternalApi.IDS_MAX - ids.size();
            List<Commitment> rows = rows(last, wanted);
            EpochSigner.Batch checked = signer.check(rows);
            signer.tell(checked);
            Set<UUID> altered = new HashSet<>(checked.altered());
            for (Commitment row : rows) {
                if (!altered.contains(row.enrollment())) {
                    ids.add(Bytes32.of(row.eid()));
                }
                last = row.eid();
            }
            more = rows.size() == wanted;
        }
        return ids;
    }

    private List<Commitment> rows(byte[] after, int limit) {
        List<Commitment> rows = transactions.execute(_ -> store.after(after, limit));
        if (rows == null) {
            throw new IllegalStateException("a transaction gave nothing");
        }
        return rows;
    }
}

package io.florin.registration.anonymous;

import io.florin.crypto.Bytes32;
import io.florin.crypto.group.Scalar;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.ledger.NetworkId;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import io.florin.registration.anonymous.CredentialStore.Commitment;
import io.florin.registration.protocol.BarredEnrollments;
import io.florin.registration.protocol.RegistrationProblem;
import io.florin.runtime.api.BarredHead;
import io.florin.runtime.api.BarredInternalApi;
import io.florin.runtime.api.BarredInternalApi.BarredEnrollment;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/// The list of barred enrollments for auditors, under registration's signature. Any thread.
///
/// Standing and its record commit together, and list and number of the last record are of one view of the database: so
/// a list through record n holds what records up to n say. The list is read anew when a record of a person or a bank
/// was written since, and after [#KEPT_MAX] anyway, for a credential that was under way while its bank was suspended.
public class BarredRegister implements BarredEnrollments {
    private static final Duration KEPT_MAX = Duration.ofSeconds(2);
    private static final int EID_DIGITS = 64;

    private final CredentialStore store;
    private final EpochSigner signer;
    private final TransactionTemplate view;
    private final NetworkId network;
    private final Ed25519KeyPair key;
    private final InstantSource clock;
    private volatile @Nullable Snapshot latest;

    public BarredRegister(
            CredentialStore store,
            EpochSigner signer,
            PlatformTransactionManager manager,
            NetworkId network,
            Ed25519KeyPair key,
            InstantSource clock) {
        this.store = store;
        this.signer = signer;
        this.network = network;
        this.key = key;
        this.clock = clock;
        this.view = new TransactionTemplate(manager);
        view.setReadOnly(true);
        view.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
    }

    /// @param standing not active
    record Barred(Commitment commitment, Standing standing) {}

    /// @param change number of the last record of a person or a bank
    /// @param entries ascending by eid
    private record Snapshot(long change, long readMillis, List<BarredEnrollment> entries, Bytes32 digest) {}

    /// @param fresh what was read for it, empty where it is as before
    private record Found(long through, Snapshot snapshot, List<Barred> fresh) {}

    @Override
    public BarredHead head() {
        long now = clock.millis();
        Found found = view.execute(_ -> find(now));
        if (found == null) {
            throw new IllegalStateException("a transaction gave nothing");
        }
        tell(found.fresh());
        latest = found.snapshot();
        return BarredHead.sign(
                network,
                key,
                found.through(),
                now,
                found.snapshot().entries().size(),
                found.snapshot().digest());
    }

    private Found find(long now) {
        long through = store.lastRecord();
        long change = store.lastChange();
        Snapshot kept = latest;
        if (kept != null && kept.change() == change && now - kept.readMillis() <= KEPT_MAX.toMillis()) {
            return new Found(through, kept, List.of());
        }
        List<Barred> barred = store.barred();
        Snapshot fresh = snapshot(change, now, barred);
        boolean same = kept != null && kept.digest().equals(fresh.digest());
        return new Found(through, fresh, same ? List.of() : barred);
    }

    /// One row whose eid was altered into what is none hides nobody else: it is left out, and named by [#tell].
    private static Snapshot snapshot(long change, long now, List<Barred> barred) {
        BarredHead.Entries digest = new BarredHead.Entries();
        List<BarredEnrollment> entries = new ArrayList<>(barred.size());
        for (Barred one : barred) {
            byte[] eid = one.commitment().eid();
            if (!isEid(eid)) {
                continue;
            }
            digest.add(eid, one.standing());
            entries.add(new BarredEnrollment(
                    HexFormat.of().formatHex(eid), one.standing().name()));
        }
        return new Snapshot(change, now, List.copyOf(entries), digest.digest());
    }

    private static boolean isEid(byte[] eid) {
        try {
            Scalar.ofCanonical(eid);
            return true;
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    /// An altered row is listed as it stands: it is not signed for the next epoch, whatever its owner's standing.
    private void tell(List<Barred> fresh) {
        signer.tell(signer.check(fresh.stream().map(Barred::commitment).toList()));
    }

    @Override
    public List<BarredEnrollment> page(String after) {
        if (!after.isEmpty() && !after.matches("[0-9a-f]{" + EID_DIGITS + "}")) {
            throw RegistrationProblem.BAD_FIELD.refusal("after is empty or has " + EID_DIGITS + " hexadecimal digits.");
        }
        Snapshot snapshot = latest;
        if (snapshot == null) {
            head();
            return page(after);
        }
        List<BarredEnrollment> entries = snapshot.entries();
        int from = firstAfter(entries, after);
        return entries.subList(from, Math.min(entries.size(), from + BarredInternalApi.PAGE_MAX));
    }

    private static int firstAfter(List<BarredEnrollment> entries, String after) {
        int low = 0;
        int high = entries.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (entries.get(middle).eid().compareTo(after) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}

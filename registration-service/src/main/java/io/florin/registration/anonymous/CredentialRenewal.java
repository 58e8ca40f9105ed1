package io.florin.registration.anonymous;

import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
import io.florin.registration.anonymous.CredentialStore.Commitment;
import io.florin.registration.anonymous.CredentialStore.Outlook;
import io.florin.registration.records.RecordStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionOperations;

/// Begins epochs and signs every active commitment for them, without the holders. One thread calls [#step].
///
/// | when | then |
/// |---|---|
/// | there is no epoch, or the current one lasted its length | the next one begins: a signed record and the epoch's row, in one transaction |
/// | the current epoch's signing is not through | its next batch is signed |
/// | the current epoch ends within the lead | the next batch of the next epoch is signed ahead, and told to nobody before that begins |
/// | signatures of past epochs are left | some of them are forgotten |
///
/// An epoch begins on time even if its signing is not through: a revocation does not wait. Who is not signed yet is
/// signed when asked for ([CredentialIssuance#ofEpoch]). An altered commitment is passed over ([EpochSigner]). One
/// statement says whether there is anything to do. A batch and how far signing is stand in one transaction, so a crash
/// repeats at most one batch, and a signature is deterministic. Memory is bounded by the batch.
public class CredentialRenewal {
    private static final int FORGET_MAX = 5_000;

    private final CredentialStore store;
    private final EpochSigner signer;
    private final RecordStore journal;
    private final TransactionOperations transactions;
    private final InstantSource clock;
    private final Schedule schedule;

    /// @param length of an epoch
    /// @param lead how long before an epoch its signing begins
    /// @param batch signatures in one transaction
    public record Schedule(Duration length, Duration lead, int batch) {

        public Schedule {
            if (length.isNegative() || length.isZero() || lead.isNegative() || batch < 1) {
                throw new IllegalArgumentException("an epoch has a length, a batch at least one signature");
            }
        }

        long nextMillis(CredentialEpoch epoch) {
            return epoch.startMillis() + length.toMillis();
        }

        boolean isAhead(CredentialEpoch epoch, long nowMillis) {
            return nowMillis >= nextMillis(epoch) - lead.toMillis();
        }
    }

    public CredentialRenewal(
            CredentialStore store,
            EpochSigner signer,
            RecordStore journal,
            TransactionOperations transactions,
            InstantSource clock,
            Schedule schedule) {
        this.store = store;
        this.signer = signer;
        this.journal = journal;
        this.transactions = transactions;
        this.clock = clock;
        this.schedule = schedule;
    }

    /// @return how much was done; 0 when there is nothing to do now
    public int step() {
        Optional<Outlook> found = look();
        if (isOver(found)) {
            if (begin()) {
                return 1;
            }
            found = look();
        }
        Outlook outlook = found.orElseThrow(() -> new IllegalStateException("no epoch has begun"));
        CredentialEpoch current = outlook.current();
        int signed = outlook.signed() ? 0 : signSome(current.epoch());
        if (signed == 0 && !outlook.signedAhead() && schedule.isAhead(current, clock.millis())) {
            signed = signSome(current.epoch() + 1);
        }
        return signed > 0 || !outlook.past()
                ? signed
                : required(transactions.execute(_ -> store.forgetBefore(current.epoch(), FORGET_MAX)));
    }

    private Optional<Outlook> look() {
        return required(transactions.execute(_ -> store.outlook()));
    }

    private boolean isOver(Optional<Outlook> outlook) {
        return outlook.isEmpty()
                || clock.millis() >= schedule.nextMillis(outlook.get().current());
    }

    /// Begins the next epoch if it is time.
    private boolean begin() {
        return required(transactions.execute(_ -> {
            Optional<CredentialEpoch> current = store.holdEpoch();
            long now = clock.millis();
            if (current.isPresent() && now < schedule.nextMillis(current.get())) {
                return false;
            }
            long last = current.map(CredentialEpoch::epoch).orElse(0L);
            CredentialEpoch next = new CredentialEpoch(last + 1, now);
            boolean begun = store.begin(next);
            if (begun) {
                journal.append(next);
            }
            return begun;
        }));
    }

    private int signSome(long epoch) {
        Signing signing = required(transactions.execute(_ -> {
            Optional<byte[]> through = store.signedThrough(epoch);
            if (through.isEmpty()) {
                return Signing.NONE;
            }
            List<Commitment> due = store.unsigned(epoch, through.get(), schedule.batch());
            EpochSigner.Batch signed = signer.sign(due, epoch);
            store.sign(epoch, signed.signatures());
            boolean complete = due.size() < schedule.batch();
            store.signedThrough(
                    epoch, due.isEmpty() ? through.get() : due.getLast().eid(), complete);
            return new Signing(due.size(), signed);
        }));
        signer.tell(signing.signed());
        return signing.done();
    }

    /// @param done how many came up, altered ones included
    record Signing(int done, EpochSigner.Batch signed) {
        static final Signing NONE = new Signing(0, new EpochSigner.Batch(List.of(), List.of(), List.of()));
    }

    private static <T> T required(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("a transaction gave nothing");
        }
        return value;
    }
}

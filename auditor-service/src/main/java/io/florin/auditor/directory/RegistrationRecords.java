package io.florin.auditor.directory;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.ledger.NetworkId;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.enrollment.EnrollmentDirectory;
import io.florin.ledger.enrollment.RegistrationEvent.CredentialEpoch;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationEvent.Standing;
import java.util.List;
import java.util.Optional;

/// Enrolled owners, by registration's signed and numbered records (protocol decision 16). Any thread; every call is
/// short.
///
/// A gap, a record that is not authentic or one that cannot be read breaks the directory: nothing is signed off until
/// it has been rebuilt from the first record, as registration itself gives them. A rebuilt directory that ends before
/// the broken one did is not taken.
public final class RegistrationRecords {

    private final NetworkId network;
    private final Bytes32 registrationKey;
    private final long silenceMillisMax;
    private EnrollmentDirectory directory;
    private long lastTimeMillis;

    /// @param silenceMillisMax how long registration may be silent
    public RegistrationRecords(NetworkId network, Bytes32 registrationKey, long silenceMillisMax) {
        this.network = network;
        this.registrationKey = registrationKey;
        this.silenceMillisMax = silenceMillisMax;
        this.directory = new EnrollmentDirectory(network, registrationKey);
    }

    /// The next record, from the topic or from registration; a repeat changes nothing.
    public synchronized void apply(Bytes encoded) {
        directory.apply(encoded);
        lastTimeMillis = Math.max(lastTimeMillis, directory.lastTimeMillis());
    }

    /// A directory under construction from the first record on, beside the one in use.
    public final class Rebuild {
        private final EnrollmentDirectory fresh = new EnrollmentDirectory(network, registrationKey);

        public void apply(List<Bytes> page) {
            page.forEach(fresh::apply);
        }

        public long lastSequence() {
            return fresh.lastSequence();
        }

        public boolean isBroken() {
            return fresh.isBroken();
        }

        /// Takes the place of the one in use, unless it is broken itself or knows less.
        public boolean adopt() {
            synchronized (RegistrationRecords.this) {
                if (fresh.isBroken() || fresh.lastSequence() < directory.lastSequence()) {
                    return false;
                }
                directory = fresh;
                lastTimeMillis = Math.max(lastTimeMillis, fresh.lastTimeMillis());
                return true;
            }
        }
    }

    public synchronized boolean isBroken() {
        return directory.isBroken();
    }

    public synchronized boolean isCurrent(long nowMillis) {
        return directory.isCurrent(nowMillis, silenceMillisMax);
    }

    /// True when nothing has been heard for half of the time allowed.
    public synchronized boolean isQuiet(long nowMillis) {
        return nowMillis - lastTimeMillis > silenceMillisMax / 2;
    }

    public synchronized long lastSequence() {
        return directory.lastSequence();
    }

    public synchronized Optional<EnrollmentChanged> enrollment(OwnerKey owner) {
        return directory.enrollment(owner);
    }

    public synchronized Optional<CredentialEpoch> credentialEpoch() {
        return directory.credentialEpoch();
    }

    public synchronized Optional<Standing> standing(OwnerKey owner) {
        return directory.standing(owner);
    }
}

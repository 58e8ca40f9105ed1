package io.florin.bank.accounts;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.NetworkId;
import io.florin.ledger.enrollment.EnrollmentDirectory;
import io.florin.ledger.enrollment.RecordSequence.Verdict;
import io.florin.ledger.enrollment.RegistrationEvent.EnrollmentChanged;
import io.florin.ledger.enrollment.RegistrationRecord;
import io.florin.runtime.api.RegistrationInternalApi;
import io.florin.runtime.api.RegistrationInternalApi.EnrollmentView;
import io.florin.runtime.chain.RecordPage;
import io.florin.runtime.http.ProblemCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.web.client.RestClientResponseException;

/// The wallets of this bank as registration knows them: each under its number, by the bank's own reference, with the
/// keys and the tier of its signed record. Every enrollment of this bank in the records must be found, and every record
/// is checked: a wallet that is left out would be money that is left out.
final class RegisteredWallets {

    /// So many times further is looked while enrollments are missing: numbers of self-held wallets are handed out
    /// before they are used.
    private static final int TIMES_MISSING = 100;

    private static final String UNKNOWN = "no-such-application";

    private final RegistrationInternalApi registration;
    private final NetworkId network;
    private final Bytes32 registrationKey;
    private final int participant;
    private final int unknownMax;

    /// @param unknownMax numbers in a row that registration has never heard of, after which there are no more, once all
    /// enrollments are found
    RegisteredWallets(
            RegistrationInternalApi registration,
            NetworkId network,
            Bytes32 registrationKey,
            int participant,
            int unknownMax) {
        this.registration = registration;
        this.network = network;
        this.registrationKey = registrationKey;
        this.participant = participant;
        this.unknownMax = unknownMax;
    }

    /// A wallet that was enrolled once.
    record Registered(long number, EnrollmentChanged enrollment) {}

    /// @param last the highest number that registration has heard of, approved or not
    record All(List<Registered> wallets, long last) {}

    /// Registration's record of a wallet.
    ///
    /// @return empty where it has never heard of it
    Optional<EnrollmentView> application(long number) {
        try {
            return Optional.of(registration.enrollment(Accounts.reference(number)));
        } catch (RestClientResponseException refusal) {
            if (ProblemCode.of(refusal).filter(UNKNOWN::equals).isPresent()) {
                return Optional.empty();
            }
            throw refusal;
        }
    }

    /// @throws IllegalStateException where registration has not decided on all, or what it says does not go together
    All all() {
        Map<Bytes32, EnrollmentChanged> enrolled = records();
        Set<Bytes32> missing = new HashSet<>(enrolled.keySet());
        List<Registered> wallets = new ArrayList<>();
        long last = 0;
        for (long number = 0; number - last <= (long) unknownMax * (missing.isEmpty() ? 1 : TIMES_MISSING); number++) {
            Optional<EnrollmentView> view = application(number);
            if (view.isPresent()) {
                last = number;
                switch (view.get().state()) {
                    case "REFUSED" -> {}
                    case "SUBMITTED", "SCREENED" ->
                        throw new IllegalStateException(
                                "registration has not decided on an application: wallet=" + number);
                    default -> {
                        Bytes32 id = Sha256.hash(view.get().enrollmentId().getBytes(StandardCharsets.US_ASCII));
                        if (!missing.remove(id)) {
                            throw new IllegalStateException(
                                    "registration has no record of an enrollment: wallet=" + number);
                        }
                        wallets.add(new Registered(number, required(enrolled, id)));
                    }
                }
            }
        }
        if (!missing.isEmpty()) {
            throw new IllegalStateException(
                    "enrollments of this bank have no wallet's reference: count=" + missing.size());
        }
        return new All(wallets, last);
    }

    private static EnrollmentChanged required(Map<Bytes32, EnrollmentChanged> enrolled, Bytes32 id) {
        EnrollmentChanged found = enrolled.get(id);
        if (found == null) {
            throw new IllegalStateException("an enrollment that was there is gone");
        }
        return found;
    }

    /// The last record of each enrollment of this bank, by the digest of its id.
    private Map<Bytes32, EnrollmentChanged> records() {
        EnrollmentDirectory directory = new EnrollmentDirectory(network, registrationKey);
        Map<Bytes32, EnrollmentChanged> own = new HashMap<>();
        while (true) {
            List<Bytes> page = RecordPage.wholeAfter(registration::records, directory.lastSequence());
            if (page.isEmpty()) {
                return own;
            }
            for (Bytes encoded : page) {
                if (!(directory.apply(encoded) instanceof Verdict.Next(RegistrationRecord record))) {
                    throw new IllegalStateException(
                            "registration's records are broken after " + directory.lastSequence());
                }
                if (record.event() instanceof EnrollmentChanged enrollment && enrollment.participant() == participant) {
                    own.put(enrollment.enrollment(), enrollment);
                }
            }
        }
    }
}

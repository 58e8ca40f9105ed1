package io.florin.runtime.api;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;
import org.springframework.web.service.annotation.PutExchange;

/// Registration's interface for banks and endorsers, on the internal port.
public interface RegistrationInternalApi {

    /// Records in one answer, at most. One with fewer has the last that there is now.
    int RECORDS_MAX = 1000;

    /// A bank applies for a customer, whose secret key it proves to be known. Safe to repeat with the same reference.
    @PostExchange("/internal/v1/enrollment-applications")
    EnrollmentView apply(@RequestBody EnrollmentApplication application);

    @GetExchange("/internal/v1/enrollment-applications/{reference}")
    EnrollmentView enrollment(@PathVariable("reference") String reference);

    /// Gives an approved wallet another part of its person's holding limit; safe to repeat. Refused with
    /// `person-limit-reached` when the person's other wallets, at whatever banks, have what is asked.
    @PutExchange("/internal/v1/enrollment-applications/{reference}/holding-share")
    EnrollmentView share(@PathVariable("reference") String reference, @RequestBody ShareForm form);

    /// @param holdingShare ten thousandths of the tier's holding limit, 0 to 10,000
    record ShareForm(int holdingShare) {}

    /// A step of the closing of an approved wallet by its bank; safe to repeat. Refused with `not-possible-now` where
    /// the standing does not allow it: officers may have suspended or revoked meanwhile.
    @PostExchange("/internal/v1/enrollment-applications/{reference}/closing")
    EnrollmentView closing(@PathVariable("reference") String reference, @RequestBody ClosingForm form);

    record ClosingForm(ClosingStep step) {}

    /// A bank's word on a wallet that it closes.
    enum ClosingStep {
        /// Nobody may pay the wallet or from it from now on; the record says suspended.
        BEGIN,
        /// Money came: the wallet is active again.
        STOP,
        /// It is empty: the enrollment ends for ever, the record says revoked, and its share is the person's again.
        END
    }

    /// Signed records in their order, for who missed them on the topic, and for banks, which read no topic.
    ///
    /// @param after sequence of the last record seen, 0 for the first page
    /// @return encoded records in base64, at most [#RECORDS_MAX]
    @GetExchange("/internal/v1/records")
    List<String> records(@RequestParam("after") long after);

    /// The same as soon as there is a record: registration keeps the question until then.
    ///
    /// @param waitMillis how long it may, at most 10,000; well below the caller's own time limit
    /// @return none when there was none in that time
    @GetExchange("/internal/v1/records/awaited")
    default List<String> recordsAwaited(
            @RequestParam("after") long after, @RequestParam("waitMillis") long waitMillis) {
        return records(after);
    }

    /// @param reference the bank's own, unique per bank
    /// @param fullName and birthDate, documentNumber: for the checks; never leave registration
    /// @param birthDate `2001-12-31`, empty for institutions
    /// @param country ISO 3166 alpha-2
    /// @param documentType `PASSPORT`, `ID_CARD`, `RESIDENCE_PERMIT`, `COMPANY_REGISTER`, or `BANK` for a treasury
    /// @param requestedTier tier id
    /// @param ownerKey Ed25519 public key, hex
    /// @param noteKey X25519 public key, hex
    /// @param proofOfPossession Ed25519 signature by the owner key, hex, over `ProofOfPossession.message`
    /// @param documentExpiry `2030-12-31`; some tiers ask for it
    /// @param holdingShare ten thousandths of the person's holding limit that the wallet shall have, 1 to 10,000; null
    ///     for what the person's other wallets leave
    record EnrollmentApplication(
            String reference,
            String fullName,
            String birthDate,
            String country,
            String documentType,
            String documentNumber,
            int requestedTier,
            boolean custodial,
            String ownerKey,
            String noteKey,
            String proofOfPossession,
            @Nullable String documentExpiry,
            @Nullable Integer holdingShare) {

        /// An application that names no expiry of the document.
        public EnrollmentApplication(
                String reference,
                String fullName,
                String birthDate,
                String country,
                String documentType,
                String documentNumber,
                int requestedTier,
                boolean custodial,
                String ownerKey,
                String noteKey,
                String proofOfPossession) {
            this(
                    reference,
                    fullName,
                    birthDate,
                    country,
                    documentType,
                    documentNumber,
                    requestedTier,
                    custodial,
                    ownerKey,
                    noteKey,
                    proofOfPossession,
                    null,
                    null);
        }
    }

    /// @param state `SUBMITTED`, `SCREENED`, `APPROVED`, `REFUSED`, `SUSPENDED` or `REVOKED`; of a wallet that its bank
    ///     closes `CLOSING` and `CLOSED`
    /// @param enrollmentId empty until approved
    /// @param reason code of the refusal or suspension, empty otherwise
    /// @param certificate X.509 credential in PEM, empty until approved
    /// @param holdingShare ten thousandths of the tier's holding limit that this wallet may hold, 0 until approved: the
    ///     limit is the person's, over all wallets at all banks
    record EnrollmentView(
            String reference,
            String state,
            String enrollmentId,
            int tier,
            String reason,
            String certificate,
            int holdingShare) {}
}

package io.florin.runtime.api;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;

/// Questions of auditors and audit members to registration under a case: whose an enrollment id is. Registration asks
/// the members of the audit authority itself whether the case is open, and two of its officers release the name.
public interface IdentityInternalApi {

    /// Asks; safe to repeat: the same question under the same case is one inquiry.
    ///
    /// @return 403 `no-open-case` unless so many members as can open a payment have the case open and it covers the
    ///     transaction; 404 where no enrollment has the id
    @PostExchange("/internal/v1/identity-inquiries")
    InquiryView ask(@RequestBody Inquiry inquiry);

    /// The caller's inquiries under a case, oldest first, without names.
    @GetExchange("/internal/v1/identity-inquiries")
    List<InquiryView> inquiries(@RequestParam("case") String caseReference);

    /// The name, once two officers have released it and while the case is open; each time it is told is logged.
    ///
    /// @return 409 `not-released` before
    @PostExchange("/internal/v1/identity-inquiries/{id}/answer")
    Identity answer(@PathVariable("id") UUID id, @RequestBody Reader reader);

    /// @param transactionId of the payment in which the id was opened, 32 bytes in hex
    /// @param enrollmentId as an opening or a disclosure shows it, 32 bytes in hex
    /// @param person who asks, as the caller knows him
    record Inquiry(String caseReference, String transactionId, String enrollmentId, String person) {}

    /// @param person who reads the answer, as the caller knows him
    record Reader(String person) {}

    /// @param scope what the case covers, in the members' words
    /// @param askedAt ISO 8601
    /// @param state `ASKED`, `APPROVED` by one officer, `RELEASED` by two, or `REFUSED`
    /// @param reason of the last decision, empty before
    record InquiryView(
            UUID id,
            String caseReference,
            String scope,
            String transactionId,
            String enrollmentId,
            String askedBy,
            String askedAt,
            String state,
            String reason) {}

    /// The person or institution of an enrollment id. Prints nothing of it.
    ///
    /// @param birthDate ISO 8601, null of institutions
    /// @param participant the bank that enrolled the person
    /// @param reference the bank's own, of the wallet
    record Identity(
            String enrollmentId,
            String fullName,
            @Nullable String birthDate,
            String country,
            String documentType,
            String documentNumber,
            int participant,
            String reference) {
        @Override
        public String toString() {
            return "Identity[" + enrollmentId + "]";
        }
    }
}

package io.florin.auditor.openings.adapter;

import io.florin.auditor.protocol.AuditLog;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.TransactionId;
import io.florin.runtime.api.IdentityInternalApi;
import io.florin.runtime.api.IdentityInternalApi.Identity;
import io.florin.runtime.api.IdentityInternalApi.Inquiry;
import io.florin.runtime.api.IdentityInternalApi.InquiryView;
import io.florin.runtime.api.IdentityInternalApi.Reader;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClientResponseException;

/// Questions to registration: whose an enrollment id of a payment is that was opened here under a case. Written to the
/// log before registration is asked, and again before a name is shown; names are not kept.
final class IdentityQuestions {
    private static final int DIGEST_CHARS = 16;

    private final Optional<IdentityInternalApi> registration;
    private final OpeningLog openings;
    private final AuditLog log;
    private final TransactionTemplate transactions;

    /// @param registration empty where its address is not configured
    IdentityQuestions(
            Optional<IdentityInternalApi> registration,
            OpeningLog openings,
            AuditLog log,
            TransactionTemplate transactions) {
        this.registration = registration;
        this.openings = openings;
        this.log = log;
        this.transactions = transactions;
    }

    /// @throws ProblemException 403 `not-opened` unless this auditor opened the payment under the case; what
    ///     registration refuses, with its code; 503 when it does not answer
    InquiryView ask(String reference, String transactionId, String enrollmentId, String person) {
        DisclosureService.requireReference(reference);
        TransactionId id = transaction(transactionId);
        if (!openings.hasOpened(reference, id.toHex())) {
            throw new ProblemException(
                    HttpStatus.FORBIDDEN,
                    "not-opened",
                    "The payment was not opened here under the case",
                    "Open the payment first: a name is asked for of an id that an opening showed.");
        }
        write(
                person,
                OpeningLog.IDENTITY_ASKED,
                id.toHex(),
                "case " + reference + ", enrollment of digest " + digest(enrollmentId));
        return answered(() -> api().ask(new Inquiry(reference, id.toHex(), enrollmentId, person)));
    }

    /// This auditor's questions under a case, without names.
    List<InquiryView> under(String reference) {
        if (reference.isBlank()) {
            return List.of();
        }
        DisclosureService.requireReference(reference);
        return answered(() -> api().inquiries(reference));
    }

    /// The name, once registration's officers have released it.
    Identity answer(UUID id, String person) {
        write(person, OpeningLog.IDENTITY_READ, id.toString(), "the name behind an enrollment id");
        return answered(() -> api().answer(id, new Reader(person)));
    }

    private IdentityInternalApi api() {
        return registration.orElseThrow(
                () -> new ProblemException(ProblemCode.UNAVAILABLE, "No address of registration is configured."));
    }

    private static <T> T answered(Supplier<T> call) {
        try {
            return call.get();
        } catch (RestClientResponseException refused) {
            String code = ProblemCode.of(refused).orElse("refused");
            throw new ProblemException(
                    HttpStatus.valueOf(refused.getStatusCode().value()),
                    code,
                    "Registration does not say",
                    "Registration does not say whose the id is: " + code + ".");
        } catch (RestClientException silent) {
            throw new ProblemException(ProblemCode.UNAVAILABLE, "Registration does not answer.");
        }
    }

    /// Tells two questions of a payment apart without naming anybody: ids are not kept here.
    private static String digest(String enrollmentId) {
        return Sha256.hash(enrollmentId.getBytes(StandardCharsets.US_ASCII))
                .toHex()
                .substring(0, DIGEST_CHARS);
    }

    private static TransactionId transaction(String hex) {
        try {
            return TransactionId.fromHex(hex);
        } catch (IllegalArgumentException malformed) {
            throw new ProblemException(ProblemCode.INVALID_REQUEST, "A transaction id has 64 hexadecimal digits.");
        }
    }

    private void write(String person, String action, String subject, String detail) {
        transactions.executeWithoutResult(_ -> log.append(DisclosureService.actor(person), action, subject, detail));
    }
}

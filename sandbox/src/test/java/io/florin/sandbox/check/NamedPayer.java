package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.sandbox.demo.BankClient;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.springframework.web.client.RestClientResponseException;
import tools.jackson.databind.JsonNode;

/// An opened payment gets a name: the running auditor asks the running registration, which asks the running members of
/// the audit authority. Nothing is said without a case or by one officer, and both logs have it.
final class NamedPayer {
    private final BankClient investigator;
    private final BankClient first;
    private final BankClient second;
    private final StoredPayment payment;

    NamedPayer(CheckContext context) {
        investigator = context.clients().investigator();
        first = context.clients().registrar();
        second = context.clients().secondRegistrar();
        payment = StoredPayment.chosen(context);
    }

    /// The payment was opened before, under the case of the checks.
    void isToldUnderACaseByTwoOfficers() {
        String id = opened();
        assertRefused(() -> ask("NO-SUCH-CASE", id), "not-opened");

        JsonNode asked = ask(AuditChecks.CASE, id);
        UUID inquiry = UUID.fromString(asked.path("id").asString(""));
        assertThat(asked.path("state").asString()).isEqualTo("ASKED");
        assertRefused(() -> answer(inquiry), "not-released");
        assertThat(approve(first, inquiry).path("state").asString()).isEqualTo("APPROVED");
        assertRefused(() -> approve(first, inquiry), "same-person");
        assertRefused(() -> answer(inquiry), "not-released");
        assertThat(approve(second, inquiry).path("state").asString()).isEqualTo("RELEASED");

        assertThat(answer(inquiry).path("fullName").asString())
                .isEqualTo(payment.payer().holder());
        assertThat(actions(first.get("/v1/decisions?limit=500"), "identity/" + inquiry))
                .containsExactlyInAnyOrder("identity-asked", "identity-approved", "identity-released", "identity-told");
        JsonNode openings = investigator.get("/v1/openings?limit=500");
        assertThat(actions(openings, payment.transaction().toHex())).contains("payment-opened", "identity-asked");
        assertThat(actions(openings, inquiry.toString())).contains("identity-read");
        assertThat(openings.toString()).doesNotContain(id, payment.payer().holder());
    }

    private String opened() {
        return investigator
                .post(
                        "/v1/openings",
                        Map.of(
                                "caseReference",
                                AuditChecks.CASE,
                                "transactionId",
                                payment.transaction().toHex()))
                .path("payers")
                .path(0)
                .path("enrollmentId")
                .asString("");
    }

    private JsonNode ask(String reference, String enrollmentId) {
        return investigator.post(
                "/v1/openings/identities",
                Map.of(
                        "caseReference",
                        reference,
                        "transactionId",
                        payment.transaction().toHex(),
                        "enrollmentId",
                        enrollmentId));
    }

    private JsonNode answer(UUID inquiry) {
        return investigator.post("/v1/openings/identities/" + inquiry + "/answer", Map.of());
    }

    private static JsonNode approve(BankClient officer, UUID inquiry) {
        return officer.post(
                "/v1/identity-inquiries/" + inquiry + "/approval", Map.of("reason", "the court's order was seen"));
    }

    private static List<String> actions(JsonNode entries, String subject) {
        return entries.valueStream()
                .filter(entry -> entry.path("subject").asString("").equals(subject))
                .map(entry -> entry.path("action").asString(""))
                .toList();
    }

    private static void assertRefused(ThrowingCallable call, String code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RestClientResponseException.class,
                        refused -> assertThat(refused.getResponseBodyAsString()).contains("\"" + code + "\""));
    }
}

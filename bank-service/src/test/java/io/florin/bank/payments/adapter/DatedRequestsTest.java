package io.florin.bank.payments.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.bank.payments.adapter.PaymentsController.PayeeForm;
import io.florin.bank.payments.adapter.PaymentsController.PaymentForm;
import io.florin.bank.protocol.MoneyOrder;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// What is written of a request is what a repetition is compared with: one without a date that came before there were
/// dates, and comes again after, is the same one.
class DatedRequestsTest {

    private final JsonMapper json = new JsonMapper();

    private static PaymentForm form(@Nullable LocalDate day) {
        return new PaymentForm(1, new PayeeForm("Bert", "XF70"), 5, "FLN", null, null, null, day);
    }

    private static MoneyOrder order(@Nullable LocalDate day) {
        return new MoneyOrder(MoneyOrder.Kind.PAYMENT, 1, "Bert", "XF70", 5, "", "", day);
    }

    @Test
    void aRequestWithoutADateIsWrittenAsBefore() {
        assertThat(json.writeValueAsString(form(null)))
                .isEqualTo("{\"wallet\":1,\"payee\":{\"name\":\"Bert\",\"account\":\"XF70\"},\"amount\":5,"
                        + "\"currency\":\"FLN\",\"endToEndId\":null,\"uetr\":null,\"remittance\":null}");
        assertThat(json.writeValueAsString(order(null)))
                .isEqualTo("{\"kind\":\"PAYMENT\",\"wallet\":1,\"payeeName\":\"Bert\",\"payeeAccount\":\"XF70\","
                        + "\"amount\":5,\"endToEndId\":\"\",\"remittance\":\"\"}");
    }

    @Test
    void aDateIsPartOfTheRequest() {
        LocalDate day = LocalDate.parse("2026-08-31");
        assertThat(json.writeValueAsString(form(day))).contains("\"executionDate\":\"2026-08-31\"");
        assertThat(json.writeValueAsString(order(day))).contains("\"executionDate\":\"2026-08-31\"");
    }
}

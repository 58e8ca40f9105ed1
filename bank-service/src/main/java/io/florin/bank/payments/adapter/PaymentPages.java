package io.florin.bank.payments.adapter;

import io.florin.bank.approvals.FourEyes;
import io.florin.bank.protocol.Amounts;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.ApprovalProperties;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.MoneyOrder;
import io.florin.bank.protocol.PaymentState;
import io.florin.bank.protocol.PaymentView;
import io.florin.bank.protocol.PlainText;
import io.florin.bank.protocol.SearchText;
import io.florin.runtime.http.ProblemException;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Payments as pages: the list, the form and the trace of one.
@Controller
class PaymentPages {

    private static final int SHOWN = 100;

    private final Payments payments;
    private final PaymentSearch search;
    private final PaymentTracer tracer;
    private final Counter counter;
    private final ScheduledPayments schedule;

    PaymentPages(
            Payments payments,
            PaymentSearch search,
            PaymentTracer tracer,
            Counter counter,
            ScheduledPayments schedule) {
        this.schedule = schedule;
        this.payments = payments;
        this.search = search;
        this.tracer = tracer;
        this.counter = counter;
    }

    /// Collaborators of the form.
    record Counter(FourEyes fourEyes, Amounts amounts, IdSource ids, JsonMapper json, ApprovalProperties properties) {}

    /// A payment as a clerk enters it.
    ///
    /// @param key made with the form, so that sending it twice pays once
    record EntryForm(
            @NotNull @Size(min = 1, max = 64) String key,
            @NotNull @Min(0) Long wallet,

            @NotBlank @Size(max = 140) @Pattern(regexp = PlainText.PATTERN)
            String payeeName,

            @NotBlank @Size(max = 140) @Pattern(regexp = PlainText.PATTERN)
            String payeeAccount,

            @NotBlank @Size(max = 24) String amount,

            @NotNull @Size(max = 35) @Pattern(regexp = PlainText.PATTERN)
            String endToEndId,

            @NotNull @Size(max = 140) @Pattern(regexp = PlainText.PATTERN)
            String remittance,

            @Nullable @Pattern(regexp = "([0-9]{4}-[0-9]{2}-[0-9]{2})?")
            String executionDate) {

        EntryForm withKey(String other) {
            return new EntryForm(other, wallet, payeeName, payeeAccount, amount, endToEndId, remittance, executionDate);
        }

        /// Null where the clerk names no day.
        @Nullable
        LocalDate day() {
            try {
                return executionDate == null || executionDate.isEmpty() ? null : LocalDate.parse(executionDate);
            } catch (DateTimeParseException none) {
                throw ApiProblems.refused("bad-date", "there is no such day");
            }
        }
    }

    @GetMapping("/console/payments")
    String list(
            @RequestParam(name = "text", defaultValue = "") String text,
            @RequestParam(name = "state", required = false) @Nullable PaymentState state,
            @RequestParam(name = "wallet", required = false) @Nullable Long wallet,
            @RequestParam(name = "order", defaultValue = "NEWEST") PaymentSearch.Order order,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            Model model) {
        SearchText searched = new SearchText(text);
        model.addAttribute("page", search.find(new PaymentSearch.Query(searched, state, wallet, order), cursor, SHOWN));
        model.addAttribute("text", searched.text());
        model.addAttribute("order", order.name());
        model.addAttribute("states", PaymentState.values());
        model.addAttribute("state", state);
        model.addAttribute("wallet", wallet);
        return "payments";
    }

    @GetMapping("/console/payments/new")
    String form(Model model) {
        model.addAttribute(
                "form",
                Map.of(
                        "key", counter.ids().get().toString(),
                        "wallet", "",
                        "payeeName", "",
                        "payeeAccount", "",
                        "amount", "",
                        "endToEndId", "",
                        "remittance", "",
                        "executionDate", ""));
        return formPage(model, "");
    }

    private String formPage(Model model, String problem) {
        model.addAttribute("problem", problem);
        model.addAttribute("approvalAbove", counter.properties().above());
        return "payment-form";
    }

    @PostMapping("/console/payments")
    String pay(@Valid @ModelAttribute("form") EntryForm form, Principal caller, Model model) {
        try {
            MoneyOrder order = new MoneyOrder(
                    MoneyOrder.Kind.PAYMENT,
                    form.wallet(),
                    form.payeeName(),
                    form.payeeAccount().strip(),
                    counter.amounts()
                            .parse(form.amount())
                            .orElseThrow(() -> ApiProblems.refused("bad-amount", "this is not an amount")),
                    form.endToEndId(),
                    form.remittance(),
                    form.day());
            ResponseEntity<String> answer = counter.fourEyes().order(order, caller.getName(), form.key());
            JsonNode body = counter.json().readTree(String.valueOf(answer.getBody()));
            if (answer.getStatusCode().isError()) {
                // the key keeps this refusal; what is corrected is another payment
                model.addAttribute("form", form.withKey(counter.ids().get().toString()));
                return formPage(model, body.path("detail").asString(""));
            }
            return "redirect:" + body.path("page").asString();
        } catch (ProblemException refusal) {
            return formPage(model, String.valueOf(refusal.problem().getDetail()));
        }
    }

    @GetMapping("/console/payments/{id}")
    String trace(@PathVariable("id") UUID id, Model model) {
        return trace(id, "", model);
    }

    @PostMapping("/console/payments/{id}/cancellation")
    String cancel(@PathVariable("id") UUID id, Model model) {
        try {
            schedule.cancel(id);
            return "redirect:/console/payments/" + id;
        } catch (ProblemException late) {
            return trace(id, String.valueOf(late.problem().getDetail()), model);
        }
    }

    private String trace(UUID id, String problem, Model model) {
        model.addAttribute("problem", problem);
        PaymentView payment = payments.payment(id).orElseThrow(() -> ApiProblems.unknown("payment"));
        PaymentTracer.Trace trace = tracer.trace(payment);
        model.addAttribute("payment", payment);
        model.addAttribute(
                "batch",
                !payment.submissionTraceId().isEmpty()
                        && !payment.submissionTraceId().equals(payment.traceId()));
        model.addAttribute("trace", trace);
        return "trace";
    }
}

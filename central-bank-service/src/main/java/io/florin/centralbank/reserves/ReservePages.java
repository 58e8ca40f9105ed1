package io.florin.centralbank.reserves;

import io.florin.centralbank.protocol.SupplyProblem;
import io.florin.centralbank.reserves.Adjustments.Adjustment;
import io.swagger.v3.oas.annotations.Operation;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.bind.annotation.ResponseStatus;

/// Reserve accounts and their adjustments, as JSON and as a page.
@Controller
class ReservePages {
    private static final Pattern AMOUNT = Pattern.compile("(-?)(\\d{1,15})(?:\\.(\\d{1,2}))?");

    private final ReserveLedger ledger;
    private final Adjustments adjustments;

    ReservePages(ReserveLedger ledger, Adjustments adjustments) {
        this.ledger = ledger;
        this.adjustments = adjustments;
    }

    /// @param amount minor units; above zero credits the bank, below zero debits it
    record AdjustmentForm(
            @Min(1) @Max(65_535) int participant,
            long amount,
            @NotBlank @Size(max = 140) String reason) {}

    @Operation(summary = "Proposes to change a bank's reserves")
    @PostMapping("/v1/reserve-adjustments")
    @ResponseStatus(HttpStatus.CREATED)
    @ResponseBody
    Adjustment propose(@Valid @RequestBody AdjustmentForm form, Principal caller) {
        return adjustments.propose(form.participant(), form.amount(), form.reason(), caller.getName());
    }

    @Operation(summary = "Adjustments of reserves, newest first")
    @GetMapping("/v1/reserve-adjustments")
    @ResponseBody
    List<Adjustment> newest() {
        return adjustments.newest();
    }

    @Operation(summary = "Books an adjustment; another person than who proposed it")
    @PostMapping("/v1/reserve-adjustments/{id}/approval")
    @ResponseBody
    Adjustment book(@PathVariable("id") UUID id, Principal caller) {
        return adjustments.book(id, caller.getName());
    }

    @Operation(summary = "Refuses an adjustment")
    @PostMapping("/v1/reserve-adjustments/{id}/refusal")
    @ResponseBody
    Adjustment refuse(@PathVariable("id") UUID id, Principal caller) {
        return adjustments.refuse(id, caller.getName());
    }

    @GetMapping("/console/reserves")
    String page(Principal caller, Model model) {
        model.addAttribute("accounts", ledger.accounts());
        model.addAttribute("adjustments", adjustments.newest());
        model.addAttribute("caller", caller.getName());
        return "reserves";
    }

    @PostMapping("/console/reserves/adjustments")
    String proposeOnPage(
            @RequestParam("participant") @Min(1) @Max(65_535) int participant,
            @RequestParam("amount") @NotBlank @Size(max = 20) String amount,
            @RequestParam("reason") @NotBlank @Size(max = 140) String reason,
            Principal caller) {
        adjustments.propose(participant, minorUnits(amount), reason.strip(), caller.getName());
        return "redirect:/console/reserves";
    }

    @PostMapping("/console/reserves/adjustments/{id}/approval")
    String bookOnPage(@PathVariable("id") UUID id, Principal caller) {
        adjustments.book(id, caller.getName());
        return "redirect:/console/reserves";
    }

    @PostMapping("/console/reserves/adjustments/{id}/refusal")
    String refuseOnPage(@PathVariable("id") UUID id, Principal caller) {
        adjustments.refuse(id, caller.getName());
        return "redirect:/console/reserves";
    }

    /// `1234.56` as minor units.
    private static long minorUnits(String text) {
        Matcher amount = AMOUNT.matcher(text.strip());
        if (!amount.matches()) {
            throw SupplyProblem.BAD_AMOUNT.refusal();
        }
        String cents = amount.group(3) == null ? "00" : (amount.group(3) + "0").substring(0, 2);
        long minor = Long.parseLong(amount.group(2) + cents);
        return amount.group(1).isEmpty() ? minor : -minor;
    }
}

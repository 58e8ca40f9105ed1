package io.florin.centralbank.reserves;

import io.florin.centralbank.protocol.MoneyText;
import io.florin.centralbank.protocol.SupplyProblem;
import io.florin.centralbank.reserves.Adjustments.Adjustment;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
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
    private final ReserveLedger ledger;
    private final Adjustments adjustments;
    private final MoneyText money;

    ReservePages(ReserveLedger ledger, Adjustments adjustments, MoneyText money) {
        this.ledger = ledger;
        this.adjustments = adjustments;
        this.money = money;
    }

    /// @param amount minor units; above zero credits the bank, below zero debits it
    @Schema(description = "A change of a bank's reserves")
    record AdjustmentForm(
            @Schema(description = "Id of the bank") @Min(1) @Max(65_535)
            int participant,

            @Schema(description = "Minor units; above zero credits the bank, below zero debits it")
            long amount,

            @Schema(description = "Why, for who books it", example = "Opening balance") @NotBlank @Size(max = 140)
            String reason) {}

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
    Adjustment book(@Parameter(description = "Id of the adjustment") @PathVariable("id") UUID id, Principal caller) {
        return adjustments.book(id, caller.getName());
    }

    @Operation(summary = "Refuses an adjustment")
    @PostMapping("/v1/reserve-adjustments/{id}/refusal")
    @ResponseBody
    Adjustment refuse(@Parameter(description = "Id of the adjustment") @PathVariable("id") UUID id, Principal caller) {
        return adjustments.refuse(id, caller.getName());
    }

    @GetMapping("/console/reserves")
    String page(
            @RequestParam(name = "cursor", required = false) @Nullable String cursor, Principal caller, Model model) {
        model.addAttribute("accounts", ledger.accounts());
        model.addAttribute("adjustments", adjustments.newest(cursor));
        model.addAttribute("caller", caller.getName());
        return "reserves";
    }

    @PostMapping("/console/reserves/adjustments")
    String proposeOnPage(
            @RequestParam("participant") @Min(1) @Max(65_535) int participant,
            @RequestParam("amount") @NotBlank @Size(max = 20) String amount,
            @RequestParam("reason") @NotBlank @Size(max = 140) String reason,
            Principal caller) {
        long minorUnits = money.minorUnits(amount).orElseThrow(SupplyProblem.BAD_AMOUNT::refusal);
        adjustments.propose(participant, minorUnits, reason.strip(), caller.getName());
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
}

package io.florin.bank.accounts;

import io.florin.bank.accounts.Accounts.WalletView;
import io.florin.bank.idempotency.Idempotent;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.SearchText;
import io.florin.ledger.enrollment.HoldingShare;
import io.florin.ledger.privacy.PrivacyModel;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.security.Principal;
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
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Customers and wallets as pages.
@Controller
class CustomerPages {

    private static final int SHOWN = 100;

    private final Accounts accounts;
    private final Holdings holdings;
    private final LedgerAccess ledger;
    private final Counter counter;
    private final Closings closings;

    CustomerPages(Accounts accounts, Holdings holdings, LedgerAccess ledger, Counter counter, Closings closings) {
        this.closings = closings;
        this.accounts = accounts;
        this.holdings = holdings;
        this.ledger = ledger;
        this.counter = counter;
    }

    /// Search, keys and reader of the forms.
    record Counter(CustomerSearch search, Idempotent idempotent, IdSource ids, JsonMapper json) {}

    /// @param state customers who have a wallet in it; all without one
    @GetMapping("/console/customers")
    String customers(
            @RequestParam(name = "text", defaultValue = "") String text,
            @RequestParam(name = "state", required = false) @Nullable String state,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            Model model) {
        SearchText searched = new SearchText(text);
        WalletFilter filter = WalletFilter.parse(state);
        model.addAttribute(
                "page", counter.search().find(searched, filter, cursor, SHOWN).map(accounts::customers));
        model.addAttribute("text", searched.text());
        model.addAttribute("states", WalletFilter.values());
        model.addAttribute("state", filter);
        model.addAttribute("key", counter.ids().get().toString());
        return "customers";
    }

    /// @param key made with the form, so that sending it twice adds one customer
    @PostMapping("/console/customers")
    String add(
            @Valid @ModelAttribute CustomerForm form,
            @RequestParam("key") @Size(min = 1, max = 64) String key,
            Principal caller,
            Model model) {
        ResponseEntity<String> answer = counter.idempotent()
                .once(caller.getName(), key, "console/customers", form, () -> accounts.addCustomer(form));
        return answer.getStatusCode().isError() ? refused(answer, model) : "redirect:/console/customers";
    }

    /// @param key made with the form, so that sending it twice opens one wallet
    @PostMapping("/console/customers/{id}/wallets")
    String open(
            @PathVariable("id") UUID id,
            @RequestParam("tier") @Min(1) @Max(200) int tier,
            @RequestParam(name = "holdingShare", required = false) @Nullable @Min(1) @Max(10_000) Integer holdingShare,
            @RequestParam("key") @Size(min = 1, max = 128) String key,
            Principal caller,
            Model model) {
        Accounts.Limits limits = new Accounts.Limits(tier, holdingShare);
        ResponseEntity<String> answer = counter.idempotent()
                .once(
                        caller.getName(),
                        key,
                        "console/wallets/" + id,
                        limits,
                        () -> accounts.openCustodial(id, limits).orElseThrow(() -> ApiProblems.unknown("customer")));
        return answer.getStatusCode().isError()
                ? refused(answer, model)
                : "redirect:/console/wallets/" + body(answer).path("number").asString();
    }

    private String refused(ResponseEntity<String> answer, Model model) {
        model.addAttribute("refused", body(answer).path("detail").asString(""));
        return customers("", null, null, model);
    }

    private JsonNode body(ResponseEntity<String> answer) {
        return counter.json().readTree(String.valueOf(answer.getBody()));
    }

    @GetMapping("/console/wallets/{number}")
    String wallet(@PathVariable("number") long number, Model model) {
        WalletView wallet = accounts.walletView(number).orElseThrow(() -> ApiProblems.unknown("wallet"));
        model.addAttribute("wallet", wallet);
        model.addAttribute("tier", ledger.configuration().tier(wallet.tier()).orElse(null));
        model.addAttribute(
                "mayHold",
                ledger.configuration()
                        .tier(wallet.tier())
                        .map(tier -> new HoldingShare(wallet.holdingShare())
                                .of(tier.holdingMax())
                                .minorUnits())
                        .orElse(0L));
        model.addAttribute("holder", accounts.wallet(number).orElseThrow().holder());
        model.addAttribute("funds", holdings.funds(number));
        model.addAttribute("closings", closings.of(number));
        model.addAttribute("seen", wallet.custodial() || ledger.model() == PrivacyModel.CLEAR);
        model.addAttribute("key", counter.ids().get().toString());
        return "wallet";
    }

    /// The wallet again, with its closing or what stands in the way.
    ///
    /// @param key made with the form, so that sending it twice orders one closing
    /// @param emptyByHolder of a self-held wallet whose balance this bank cannot see
    @PostMapping("/console/wallets/{number}/closing")
    String close(
            @PathVariable("number") long number,
            @RequestParam("key") @Size(min = 1, max = 64) String key,
            @RequestParam(name = "emptyByHolder", defaultValue = "false") boolean emptyByHolder,
            Principal caller,
            RedirectAttributes page) {
        ResponseEntity<String> answer = counter.idempotent()
                .once(
                        caller.getName(),
                        key,
                        "console/closings/" + number,
                        emptyByHolder,
                        () -> closings.order(number, emptyByHolder, caller.getName()));
        if (answer.getStatusCode().isError()) {
            page.addFlashAttribute("problem", body(answer).path("detail").asString(""));
        }
        return "redirect:/console/wallets/" + number;
    }
}

package io.florin.bank.accounts;

import io.florin.bank.accounts.Accounts.WalletView;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.LedgerAccess;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/// Customers and wallets as pages.
@Controller
class CustomerPages {

    private static final int SHOWN = 200;

    private final Accounts accounts;
    private final Holdings holdings;
    private final LedgerAccess ledger;
    private final IdSource ids;

    CustomerPages(Accounts accounts, Holdings holdings, LedgerAccess ledger, IdSource ids) {
        this.accounts = accounts;
        this.holdings = holdings;
        this.ledger = ledger;
        this.ids = ids;
    }

    @GetMapping("/console/customers")
    String customers(@RequestParam(name = "cursor", required = false) @Nullable String cursor, Model model) {
        Accounts.CustomerPage page = accounts.customers(CustomerCursor.parse(cursor), SHOWN);
        model.addAttribute("customers", page.customers());
        model.addAttribute("cursor", page.next().map(CustomerCursor::text).orElse(""));
        return "customers";
    }

    @PostMapping("/console/customers")
    String add(@Valid @ModelAttribute CustomerForm form) {
        accounts.addCustomer(form);
        return "redirect:/console/customers";
    }

    @PostMapping("/console/customers/{id}/wallets")
    String open(@PathVariable("id") UUID id, @RequestParam("tier") @Min(1) @Max(200) int tier) {
        WalletView wallet = accounts.openCustodial(id, tier).orElseThrow(() -> ApiProblems.unknown("customer"));
        return "redirect:/console/wallets/" + wallet.number();
    }

    @GetMapping("/console/wallets/{number}")
    String wallet(@PathVariable("number") long number, Model model) {
        WalletView wallet = accounts.walletView(number).orElseThrow(() -> ApiProblems.unknown("wallet"));
        model.addAttribute("wallet", wallet);
        model.addAttribute("tier", ledger.configuration().tier(wallet.tier()).orElse(null));
        model.addAttribute("holder", accounts.wallet(number).orElseThrow().holder());
        model.addAttribute("funds", holdings.funds(number));
        model.addAttribute("key", ids.get().toString());
        return "wallet";
    }
}

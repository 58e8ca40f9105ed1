package io.florin.bank.deposits;

import io.florin.bank.approvals.FourEyes;
import io.florin.bank.protocol.Amounts;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.MoneyOrder;
import io.florin.bank.protocol.MoneyOrder.Kind;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.runtime.http.ProblemException;
import jakarta.validation.constraints.Size;
import java.security.Principal;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Funding and defunding at the counter. A form has its key: sent twice, it moves money once.
@Controller
class DepositPages {

    private final WalletBook wallets;
    private final FourEyes fourEyes;
    private final Amounts amounts;
    private final JsonMapper json;

    DepositPages(WalletBook wallets, FourEyes fourEyes, Amounts amounts, JsonMapper json) {
        this.wallets = wallets;
        this.fourEyes = fourEyes;
        this.amounts = amounts;
        this.json = json;
    }

    @PostMapping("/console/wallets/{number}/funding")
    String fund(
            @PathVariable("number") long number,
            @RequestParam("amount") String amount,
            @RequestParam("key") @Size(min = 1, max = 64) String key,
            Principal caller,
            RedirectAttributes page) {
        return ordered(Kind.FUNDING, number, amount, key, caller, page);
    }

    @PostMapping("/console/wallets/{number}/defunding")
    String defund(
            @PathVariable("number") long number,
            @RequestParam("amount") String amount,
            @RequestParam("key") @Size(min = 1, max = 64) String key,
            Principal caller,
            RedirectAttributes page) {
        return ordered(Kind.DEFUNDING, number, amount, key, caller, page);
    }

    /// Answers the page of the order's result, or the wallet again with the reason for its refusal.
    private String ordered(
            Kind kind, long number, String amount, String key, Principal caller, RedirectAttributes page) {
        WalletInfo wallet = wallets.wallet(number).orElseThrow(() -> ApiProblems.unknown("wallet"));
        String problem;
        try {
            long minorUnits =
                    amounts.parse(amount).orElseThrow(() -> ApiProblems.refused("bad-amount", "this is not an amount"));
            ResponseEntity<String> answer = fourEyes.order(
                    MoneyOrder.of(kind, number, wallet.holder(), wallet.iban(), minorUnits), caller.getName(), key);
            JsonNode body = json.readTree(String.valueOf(answer.getBody()));
            if (!answer.getStatusCode().isError()) {
                return "redirect:" + body.path("page").asString();
            }
            problem = body.path("detail").asString("");
        } catch (ProblemException refusal) {
            if (refusal.status() == HttpStatus.NOT_FOUND) {
                throw refusal;
            }
            problem = String.valueOf(refusal.problem().getDetail());
        }
        page.addFlashAttribute("problem", problem);
        return "redirect:/console/wallets/" + number;
    }
}

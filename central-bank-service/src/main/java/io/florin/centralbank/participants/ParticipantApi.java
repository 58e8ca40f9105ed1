package io.florin.centralbank.participants;

import io.florin.centralbank.participants.RegistrationView.Bank;
import io.florin.centralbank.reserves.ReserveLedger;
import io.florin.centralbank.reserves.ReserveLedger.Account;
import io.swagger.v3.oas.annotations.Operation;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseBody;

/// Banks as JSON and as a page.
@Controller
class ParticipantApi {
    private final RegistrationView view;
    private final ReserveLedger reserves;

    ParticipantApi(RegistrationView view, ReserveLedger reserves) {
        this.view = view;
        this.reserves = reserves;
    }

    @Operation(summary = "Banks, as registration's records say")
    @GetMapping("/v1/participants")
    @ResponseBody
    List<Bank> participants() {
        return view.participants();
    }

    @GetMapping("/console/participants")
    String page(Model model) {
        Map<Integer, Account> accounts =
                reserves.accounts().stream().collect(Collectors.toMap(Account::participant, Function.identity()));
        model.addAttribute("participants", view.participants());
        model.addAttribute("accounts", accounts);
        model.addAttribute("current", view.isCurrent());
        model.addAttribute("lastRecord", view.lastSequence());
        return "participants";
    }
}

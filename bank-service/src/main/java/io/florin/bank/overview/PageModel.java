package io.florin.bank.overview;

import io.florin.bank.protocol.Amounts;
import io.florin.bank.protocol.BankIdentity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/// What every page may show.
@ControllerAdvice(annotations = Controller.class)
class PageModel {

    private final BankIdentity bank;
    private final Amounts amounts;

    PageModel(BankIdentity bank, Amounts amounts) {
        this.bank = bank;
        this.amounts = amounts;
    }

    @ModelAttribute("bankName")
    String bankName() {
        return bank.name();
    }

    @ModelAttribute("amounts")
    Amounts amounts() {
        return amounts;
    }
}

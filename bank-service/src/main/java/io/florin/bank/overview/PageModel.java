package io.florin.bank.overview;

import io.florin.bank.protocol.Amounts;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/// Model attributes of every page.
@ControllerAdvice(annotations = Controller.class)
class PageModel {

    private final Amounts amounts;

    PageModel(Amounts amounts) {
        this.amounts = amounts;
    }

    @ModelAttribute("amounts")
    Amounts amounts() {
        return amounts;
    }
}

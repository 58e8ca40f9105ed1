package io.florin.auditor.replay.adapter;

import io.florin.auditor.protocol.ReplayPosition;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

/// Lets an auditor rebuild the ledger from the stored blocks.
@Controller
class RecountPage {
    private final Recount recount;
    private final ReplayPosition ledger;

    RecountPage(Recount recount, ReplayPosition ledger) {
        this.recount = recount;
        this.ledger = ledger;
    }

    @GetMapping("/console/recount")
    String page(Model model) {
        model.addAttribute("running", recount.isRunning());
        model.addAttribute("last", recount.last().orElse(null));
        model.addAttribute("height", ledger.height());
        model.addAttribute("stateHash", ledger.stateHash());
        return "recount";
    }

    @PostMapping("/console/recount")
    String start() {
        recount.start();
        return "redirect:/console/recount";
    }
}

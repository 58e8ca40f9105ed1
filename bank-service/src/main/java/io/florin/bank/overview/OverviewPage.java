package io.florin.bank.overview;

import io.florin.bank.protocol.PaymentCounts;
import io.florin.runtime.console.OverviewTile;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/// Figures of this moment, each leading to its page, and what the auditor announced.
@Controller
class OverviewPage {

    private final List<OverviewTile> tiles;
    private final PaymentCounts payments;
    private final AuditorsWord auditor;

    OverviewPage(List<OverviewTile> tiles, PaymentCounts payments, AuditorsWord auditor) {
        this.tiles = tiles;
        this.payments = payments;
        this.auditor = auditor;
    }

    @GetMapping("/console")
    String overview(Model model) {
        model.addAttribute("tiles", tiles);
        model.addAttribute("payments", payments.get());
        model.addAttribute("news", auditor.news());
        return "overview";
    }
}

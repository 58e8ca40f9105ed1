package io.florin.bank.overview;

import io.florin.bank.payments.adapter.Payments;
import io.florin.bank.protocol.PaymentState;
import io.florin.runtime.console.OverviewTile;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/// Figures of this moment, each leading to its page, and what the auditor announced.
@Controller
class OverviewPage {

    private final List<OverviewTile> tiles;
    private final Payments payments;
    private final AuditorsWord auditor;

    OverviewPage(List<OverviewTile> tiles, Payments payments, AuditorsWord auditor) {
        this.tiles = tiles;
        this.payments = payments;
        this.auditor = auditor;
    }

    @GetMapping("/console")
    String overview(Model model) {
        model.addAttribute("tiles", tiles);
        model.addAttribute("payments", counts());
        model.addAttribute("news", auditor.news());
        return "overview";
    }

    private Map<PaymentState, Long> counts() {
        Map<PaymentState, Long> counts = new EnumMap<>(PaymentState.class);
        for (PaymentState state : PaymentState.values()) {
            counts.put(state, 0L);
        }
        counts.putAll(payments.counts());
        return counts;
    }
}

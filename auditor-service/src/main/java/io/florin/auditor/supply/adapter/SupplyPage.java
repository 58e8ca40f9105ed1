package io.florin.auditor.supply.adapter;

import io.florin.auditor.protocol.AuditedCurrency;
import io.florin.auditor.protocol.Money;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.auditor.supply.Figures;
import io.florin.auditor.supply.SupplyChart;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/// The proof of supply as a page: the console's first.
@Controller
class SupplyPage {
    private static final int ROWS = 20;

    private final SupplyBook book;
    private final ReplayPosition ledger;
    private final AuditedCurrency currency;
    private final SupplyProperties properties;

    SupplyPage(SupplyBook book, ReplayPosition ledger, AuditedCurrency currency, SupplyProperties properties) {
        this.book = book;
        this.ledger = ledger;
        this.currency = currency;
        this.properties = properties;
    }

    /// A line of the table.
    record Line(
            long block,
            String issued,
            String redeemed,
            String outstanding,
            String onRails,
            boolean hasRails,
            boolean holds,
            boolean agreed) {}

    /// A bank's line.
    record BankLine(int participant, String issued, String redeemed, String net) {}

    @GetMapping("/console")
    String supply(Model model) {
        Money money = currency.money();
        SupplyBook.Shown shown = book.shown();
        List<Figures> newest =
                book.newest(ROWS).stream().map(SupplyRow::figures).toList();
        List<Figures> points = book.overview(properties.chartBlocks()).stream()
                .map(SupplyRow::figures)
                .toList();
        SupplyChart chart = SupplyChart.of(points, money.minorDigits());
        model.addAttribute("now", line(shown.figures(), money));
        model.addAttribute("stateHash", shown.stateHash());
        model.addAttribute("violations", shown.violations());
        model.addAttribute("agreedThrough", book.agreement().agreedThrough());
        model.addAttribute("firstDifference", book.agreement().firstDifference());
        model.addAttribute("evidence", book.evidence());
        model.addAttribute("provenThrough", book.latest().provenThrough());
        model.addAttribute("notProvenFrom", book.latest().notProvenFrom());
        model.addAttribute("behind", ledger.knownHead() - ledger.height());
        model.addAttribute("chart", chart);
        model.addAttribute("rows", newest.stream().map(at -> line(at, money)).toList());
        model.addAttribute(
                "banks",
                shown.figures().byParticipant().entrySet().stream()
                        .map(bank -> new BankLine(
                                bank.getKey(),
                                money.text(bank.getValue().issued()),
                                money.text(bank.getValue().redeemed()),
                                money.text(bank.getValue().issued()
                                        - bank.getValue().redeemed())))
                        .toList());
        return "supply";
    }

    private Line line(Figures at, Money money) {
        return new Line(
                at.block(),
                money.text(at.issued()),
                money.text(at.redeemed()),
                money.text(at.outstanding()),
                money.text(at.onRails()),
                at.onRails() > 0,
                book.holds(at),
                book.agreement().agreed(at.block()));
    }
}

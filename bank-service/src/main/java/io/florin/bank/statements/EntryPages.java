package io.florin.bank.statements;

import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.bank.statements.EntryStore.Entry;
import io.florin.runtime.console.ListPage;
import io.florin.runtime.console.NamePart;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/// Entries and statements as pages.
@Controller
class EntryPages {

    private static final int SHOWN = 50;

    private final EntryStore store;
    private final Statements statements;
    private final WalletBook wallets;

    EntryPages(EntryStore store, Statements statements, WalletBook wallets) {
        this.store = store;
        this.statements = statements;
        this.wallets = wallets;
    }

    @GetMapping("/console/wallets/{number}/entries")
    String entries(
            @PathVariable("number") long number,
            @RequestParam(name = "text", defaultValue = "") String text,
            @RequestParam(name = "side", defaultValue = "BOTH") EntryStore.Side side,
            @RequestParam(name = "order", defaultValue = "NEWEST") EntryStore.Order order,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            Model model) {
        WalletInfo wallet = wallets.wallet(number).orElseThrow(() -> ApiProblems.unknown("wallet"));
        NamePart part = new NamePart(text);
        ListPage<Entry> page = store.find(new EntryStore.Query(number, part, side, order), cursor, SHOWN);
        model.addAttribute("iban", wallet.iban());
        model.addAttribute("number", number);
        model.addAttribute("page", page);
        model.addAttribute(
                "balances",
                store.balances(number, page.rows().stream().map(Entry::id).toList()));
        model.addAttribute("text", part.text());
        model.addAttribute("sides", EntryStore.Side.values());
        model.addAttribute("side", side);
        model.addAttribute("order", order.name());
        model.addAttribute("whole", part.isEmpty() && side == EntryStore.Side.BOTH && order == EntryStore.Order.NEWEST);
        return "entries";
    }

    @GetMapping("/console/wallets/{number}/statement")
    ResponseEntity<byte[]> statement(
            @PathVariable("number") long number,
            @RequestParam(name = "fromDate", required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable
                    LocalDate fromDate,
            @RequestParam(name = "toDate", required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable
                    LocalDate toDate,
            @RequestParam(name = "page", defaultValue = "1") @Min(1) @Max(Statements.PAGES_MAX) int page,
            @RequestParam(name = "credits", defaultValue = "false") boolean credits) {
        Statements.Asked asked =
                new Statements.Asked(number, Statements.Range.days(fromDate, toDate), page, Statements.ENTRIES_MAX);
        Statements.Written written = credits ? statements.camt054(asked) : statements.camt053(asked);
        String name = (credits ? "camt.054-" : "camt.053-") + number + "-block-" + written.block() + "-page-" + page;
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_XML)
                .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + name + ".xml\"")
                .header("Florin-Last-Page", Boolean.toString(written.last()))
                .body(written.xml());
    }
}

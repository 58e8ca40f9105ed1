package io.florin.bank.iso20022.statements;

import io.florin.bank.iso20022.statements.EntryStore.Entry;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.WalletBook;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// What happened in a wallet: as a camt.053 statement, and page by page as JSON. Amounts are minor units.
@RestController
class StatementsController {

    private static final int PAGE_MAX = 200;

    private final Statements statements;
    private final EntryStore store;
    private final WalletBook wallets;

    StatementsController(Statements statements, EntryStore store, WalletBook wallets) {
        this.statements = statements;
        this.store = store;
        this.wallets = wallets;
    }

    /// @param fromBlock the first block whose entries are shown; all of them without it
    @Operation(
            summary = "A wallet's statement: camt.053 whose closing balance is the ledger's at the block in header"
                    + " Florin-Block")
    @ApiResponse(
            responseCode = "200",
            description = "A camt.053.001.08 message",
            content = @Content(mediaType = MediaType.APPLICATION_XML_VALUE, schema = @Schema(type = "string")))
    @GetMapping(path = "/v1/wallets/{number}/statement")
    ResponseEntity<byte[]> statement(
            @PathVariable("number") long number,
            @RequestParam(name = "fromBlock", defaultValue = "1") @Min(1) long fromBlock) {
        Statements.Written written = statements.camt053(number, fromBlock);
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_XML)
                .header("Florin-Block", Long.toString(written.block()))
                .body(written.xml());
    }

    /// Which side of the account.
    enum Direction {
        CREDIT,
        DEBIT
    }

    /// @param entries newest first
    /// @param next address of the next page with the same filter, empty on the last
    record EntryPage(List<Entry> entries, String next) {}

    @Operation(summary = "A wallet's history, newest first, page by page")
    @GetMapping("/v1/wallets/{number}/entries")
    EntryPage entries(
            @PathVariable("number") long number,
            @Parameter(description = "from `next` of the page before; opaque, of this wallet only")
                    @RequestParam(name = "cursor", required = false)
                    @Nullable
                    String cursor,
            @RequestParam(name = "direction", required = false) @Nullable Direction direction,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(PAGE_MAX) int limit) {
        if (wallets.wallet(number).isEmpty()) {
            throw ApiProblems.unknown("wallet");
        }
        Boolean credits = direction == null ? null : direction == Direction.CREDIT;
        List<Entry> found = store.newest(number, EntryCursor.before(number, cursor), credits, limit + 1);
        if (found.size() <= limit) {
            return new EntryPage(found, "");
        }
        List<Entry> page = found.subList(0, limit);
        String next = "/v1/wallets/" + number + "/entries?cursor="
                + new EntryCursor(number, page.getLast().id()).text() + "&limit=" + limit
                + (direction == null ? "" : "&direction=" + direction);
        return new EntryPage(page, next);
    }
}

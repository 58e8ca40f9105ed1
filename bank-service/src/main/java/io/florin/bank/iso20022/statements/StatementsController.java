package io.florin.bank.iso20022.statements;

import io.florin.bank.iso20022.statements.EntryStore.Entry;
import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.WalletBook;
import io.florin.runtime.openapi.ProblemCodes;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.headers.Header;
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
    private static final String WALLET = "Number of the wallet";

    /// Ten digits, so that a statement's identification has room for it.
    private static final long BLOCK_MAX = 9_999_999_999L;

    private final Statements statements;
    private final EntryStore store;
    private final WalletBook wallets;

    StatementsController(Statements statements, EntryStore store, WalletBook wallets) {
        this.statements = statements;
        this.store = store;
        this.wallets = wallets;
    }

    @ProblemCodes(
            status = 422,
            value = {"ledger-not-followed", "statement-too-long"})
    @Operation(
            summary = "A wallet's statement: camt.053 whose closing balance is the ledger's at the block in header"
                    + " Florin-Block")
    @ApiResponse(
            responseCode = "200",
            description = "A camt.053.001.08 message",
            headers =
                    @Header(
                            name = "Florin-Block",
                            description = "Block of the closing balance",
                            schema = @Schema(type = "integer", format = "int64")),
            content = @Content(mediaType = MediaType.APPLICATION_XML_VALUE, schema = @Schema(type = "string")))
    @GetMapping(path = "/v1/wallets/{number}/statement")
    ResponseEntity<byte[]> statement(
            @Parameter(description = WALLET) @PathVariable("number") long number,
            @Parameter(description = "First block whose entries are shown; all of them without it")
                    @RequestParam(name = "fromBlock", defaultValue = "1")
                    @Min(1)
                    @Max(BLOCK_MAX)
                    long fromBlock) {
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

    @Schema(name = "WalletEntryPage", description = "A page of a wallet's history")
    record EntryPage(
            @Schema(description = "Newest first") List<Entry> entries,

            @Schema(description = "Address of the next page with the same filter, empty on the last")
            String next) {}

    @Operation(
            summary = "A wallet's history, newest first, page by page",
            description = "Follow `next` of each answer; it is empty on the last page. A page never changes once it was"
                    + " shown: what is booked later stands before the first page.")
    @GetMapping("/v1/wallets/{number}/entries")
    EntryPage entries(
            @Parameter(description = WALLET) @PathVariable("number") long number,
            @Parameter(description = "From `next` of the page before; opaque, of this wallet only")
                    @RequestParam(name = "cursor", required = false)
                    @Nullable
                    String cursor,
            @Parameter(description = "Only credits or only debits; both without it")
                    @RequestParam(name = "direction", required = false)
                    @Nullable
                    Direction direction,
            @Parameter(description = "Entries per page")
                    @RequestParam(name = "limit", defaultValue = "50")
                    @Min(1)
                    @Max(PAGE_MAX)
                    int limit) {
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

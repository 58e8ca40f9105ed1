package io.florin.bank.statements;

import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.statements.EntryStore.Entry;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.openapi.ProblemCodes;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// Entries of a wallet: as a camt.053 statement, and page by page as JSON. Amounts are minor units.
@RestController
class StatementsController {

    private static final int PAGE_MAX = 200;
    private static final String ENTRIES_PER_PAGE = "4000";
    private static final String WALLET = "Number of the wallet";
    private static final String FROM_BLOCK = "First block whose entries are told; from the first without it";
    private static final String TO_BLOCK = "Last block whose entries are told; the newest without it";
    private static final String FROM_DATE = "First day (UTC) whose entries are told, by when this bank booked them";
    private static final String TO_DATE = "Last day (UTC) whose entries are told; today included without it";
    private static final String PAGE = "Page, from 1";

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
            value = {"ledger-not-followed", "bad-period", "block-not-followed"})
    @Operation(
            summary = "A wallet's statement: camt.053 that closes with the ledger's balance at the block in header"
                    + " Florin-Block",
            description =
                    "Of any period, by days or by blocks, page by page: follow `Link`. Each page opens with the balance"
                            + " that the one before closes with; balances between pages are intermediate (INTM).")
    @ApiResponse(
            responseCode = "200",
            description = "A page of a camt.053.001.08 message",
            headers = {
                @Header(
                        name = "Florin-Block",
                        description = "Block at which the period ends",
                        schema = @Schema(type = "integer", format = "int64")),
                @Header(
                        name = "Link",
                        description = "Address of the next page with rel=\"next\"; absent on the last",
                        schema = @Schema(type = "string"))
            },
            content = @Content(mediaType = MediaType.APPLICATION_XML_VALUE, schema = @Schema(type = "string")))
    @GetMapping(path = "/v1/wallets/{number}/statement")
    ResponseEntity<byte[]> statement(
            @Parameter(description = WALLET) @PathVariable("number") long number,
            @Parameter(description = FROM_BLOCK)
                    @RequestParam(name = "fromBlock", required = false)
                    @Nullable
                    @Min(1)
                    @Max(BLOCK_MAX)
                    Long fromBlock,
            @Parameter(description = TO_BLOCK)
                    @RequestParam(name = "toBlock", required = false)
                    @Nullable
                    @Min(1)
                    @Max(BLOCK_MAX)
                    Long toBlock,
            @Parameter(description = FROM_DATE)
                    @RequestParam(name = "fromDate", required = false)
                    @DateTimeFormat(iso = DateTimeFormat.ISO.DATE)
                    @Nullable
                    LocalDate fromDate,
            @Parameter(description = TO_DATE)
                    @RequestParam(name = "toDate", required = false)
                    @DateTimeFormat(iso = DateTimeFormat.ISO.DATE)
                    @Nullable
                    LocalDate toDate,
            @Parameter(description = PAGE)
                    @RequestParam(name = "page", defaultValue = "1")
                    @Min(1)
                    @Max(Statements.PAGES_MAX)
                    int page,
            @Parameter(description = "Entries per page")
                    @RequestParam(name = "limit", defaultValue = ENTRIES_PER_PAGE)
                    @Min(1)
                    @Max(Statements.ENTRIES_MAX)
                    int limit) {
        Statements.Asked asked = new Statements.Asked(number, range(fromBlock, toBlock, fromDate, toDate), page, limit);
        return page("statement", asked, statements.camt053(asked));
    }

    @ProblemCodes(
            status = 422,
            value = {"ledger-not-followed", "bad-period", "block-not-followed"})
    @Operation(
            summary = "What was credited to a wallet: camt.054",
            description = "Of any period, by days or by blocks, page by page: follow `Link`.")
    @ApiResponse(
            responseCode = "200",
            description = "A page of a camt.054.001.08 message",
            headers = {
                @Header(
                        name = "Florin-Block",
                        description = "Block at which the period ends",
                        schema = @Schema(type = "integer", format = "int64")),
                @Header(
                        name = "Link",
                        description = "Address of the next page with rel=\"next\"; absent on the last",
                        schema = @Schema(type = "string"))
            },
            content = @Content(mediaType = MediaType.APPLICATION_XML_VALUE, schema = @Schema(type = "string")))
    @GetMapping(path = "/v1/wallets/{number}/credit-notification")
    ResponseEntity<byte[]> creditNotification(
            @Parameter(description = WALLET) @PathVariable("number") long number,
            @Parameter(description = FROM_BLOCK)
                    @RequestParam(name = "fromBlock", required = false)
                    @Nullable
                    @Min(1)
                    @Max(BLOCK_MAX)
                    Long fromBlock,
            @Parameter(description = TO_BLOCK)
                    @RequestParam(name = "toBlock", required = false)
                    @Nullable
                    @Min(1)
                    @Max(BLOCK_MAX)
                    Long toBlock,
            @Parameter(description = FROM_DATE)
                    @RequestParam(name = "fromDate", required = false)
                    @DateTimeFormat(iso = DateTimeFormat.ISO.DATE)
                    @Nullable
                    LocalDate fromDate,
            @Parameter(description = TO_DATE)
                    @RequestParam(name = "toDate", required = false)
                    @DateTimeFormat(iso = DateTimeFormat.ISO.DATE)
                    @Nullable
                    LocalDate toDate,
            @Parameter(description = PAGE)
                    @RequestParam(name = "page", defaultValue = "1")
                    @Min(1)
                    @Max(Statements.PAGES_MAX)
                    int page,
            @Parameter(description = "Entries per page")
                    @RequestParam(name = "limit", defaultValue = ENTRIES_PER_PAGE)
                    @Min(1)
                    @Max(Statements.ENTRIES_MAX)
                    int limit) {
        Statements.Asked asked = new Statements.Asked(number, range(fromBlock, toBlock, fromDate, toDate), page, limit);
        return page("credit-notification", asked, statements.camt054(asked));
    }

    private static Statements.Range range(
            @Nullable Long fromBlock,
            @Nullable Long toBlock,
            @Nullable LocalDate fromDate,
            @Nullable LocalDate toDate) {
        boolean byBlock = fromBlock != null || toBlock != null;
        if (byBlock && (fromDate != null || toDate != null)) {
            throw new ProblemException(ProblemCode.INVALID_REQUEST, "a period has blocks or dates, not both");
        }
        return byBlock ? new Statements.Range.Numbers(fromBlock, toBlock) : Statements.Range.days(fromDate, toDate);
    }

    /// The next page is of the same blocks, so that the statement stays one while the ledger grows.
    private static ResponseEntity<byte[]> page(String what, Statements.Asked asked, Statements.Written written) {
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_XML)
                .header("Florin-Block", Long.toString(written.block()));
        if (!written.last()) {
            answer.header(
                    HttpHeaders.LINK,
                    "</v1/wallets/" + asked.wallet() + "/" + what + "?fromBlock=" + written.firstBlock() + "&toBlock="
                            + written.block() + "&page=" + (asked.page() + 1) + "&limit=" + asked.limit()
                            + ">; rel=\"next\"");
        }
        return answer.body(written.xml());
    }

    /// Side of the account.
    enum Direction {
        CREDIT,
        DEBIT
    }

    private static EntryStore.Side side(@Nullable Direction direction) {
        return switch (direction) {
            case CREDIT -> EntryStore.Side.CREDITS;
            case DEBIT -> EntryStore.Side.DEBITS;
            case null -> EntryStore.Side.BOTH;
        };
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
        List<Entry> found = store.newest(number, EntryCursor.before(number, cursor), side(direction), limit + 1);
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

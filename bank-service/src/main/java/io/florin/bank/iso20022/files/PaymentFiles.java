package io.florin.bank.iso20022.files;

import io.florin.bank.iso20022.AccountId;
import io.florin.bank.iso20022.Batch;
import io.florin.bank.iso20022.PaymentFile;
import io.florin.bank.iso20022.PaymentFileReader;
import io.florin.bank.iso20022.PaymentLine;
import io.florin.bank.iso20022.Reading;
import io.florin.bank.iso20022.RefusedLine;
import io.florin.bank.iso20022.StatusReason;
import io.florin.bank.iso20022.Uetr;
import io.florin.bank.iso20022.Violation;
import io.florin.bank.iso20022.files.StoredFile.Line;
import io.florin.bank.protocol.Holdings;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.PayeeDirectory;
import io.florin.bank.protocol.PayeeDirectory.Payee;
import io.florin.bank.protocol.PaymentDesk;
import io.florin.bank.protocol.PaymentDesk.Acceptance;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.crypto.hash.Sha256;
import io.florin.ledger.Amount;
import io.florin.runtime.http.ProblemException;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.support.TransactionOperations;

/// Takes payment files. What is wrong with a file refuses the file and nothing is paid; what is wrong with a line
/// refuses the line. A taken file, its payments and what was decided about each line are one database transaction, so a
/// file that comes again, whole or in part, pays nothing twice.
public final class PaymentFiles {

    private static final int ERRORS_SHOWN = 1_000;
    private static final int REMITTANCE_MAX = 140;
    /// Somewhere on earth the next day has begun.
    private static final int DAYS_AHEAD_MAX = 1;

    private final PaymentFileReader reader;
    private final FileStore store;
    private final Bank bank;
    private final TransactionOperations transactions;
    private final InstantSource clock;
    private final IdSource ids;
    private final LineCounters counters;

    PaymentFiles(
            PaymentFileReader reader,
            FileStore store,
            Bank bank,
            TransactionOperations transactions,
            InstantSource clock,
            IdSource ids,
            LineCounters counters) {
        this.reader = reader;
        this.store = store;
        this.bank = bank;
        this.transactions = transactions;
        this.clock = clock;
        this.ids = ids;
        this.counters = counters;
    }

    /// The parts of the bank that files need.
    record Bank(WalletBook wallets, PayeeDirectory payees, Holdings holdings, PaymentDesk desk) {}

    /// @param replayed the same bytes came before; nothing was done now
    record Receipt(StoredFile file, boolean replayed) {}

    /// What a file says of itself.
    ///
    /// @param total minor units of the lines that can be paid
    record Summary(String messageId, String initiator, int lines, long total) {}

    /// Reads without taking; empty of what came before or is refused as a whole: [#receive] says why.
    Optional<Summary> summary(byte[] xml) {
        if (store.findByDigest(Sha256.digest(xml)).isPresent()) {
            return Optional.empty();
        }
        return switch (reader.read(xml)) {
            case Reading.Taken(PaymentFile file) ->
                Optional.of(new Summary(
                        file.messageId(),
                        file.initiatingParty().orElse(""),
                        file.lineCount(),
                        file.lines().stream()
                                .mapToLong(line -> line.amount().minorUnits())
                                .reduce(0, PaymentFiles::sum)));
            case Reading.Refused _ -> Optional.empty();
        };
    }

    /// What is too much for a number is too much for one person.
    private static long sum(long one, long other) {
        long sum = one + other;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /// @throws ProblemException 422 when the file is refused as a whole
    Receipt receive(byte[] xml, String traceId) {
        byte[] digest = Sha256.digest(xml);
        Optional<StoredFile> before = store.findByDigest(digest);
        if (before.isPresent()) {
            return new Receipt(before.get(), true);
        }
        PaymentFile file = switch (reader.read(xml)) {
            case Reading.Taken(PaymentFile taken) -> taken;
            case Reading.Refused(var _, var _, List<Violation> violations) -> throw refused(violations);
        };
        StoredFile stored = new StoredFile(
                ids.get(),
                file.messageId(),
                file.definition().id(),
                file.initiatingParty().orElse(""),
                file.createdAt().toInstant(),
                clock.instant().truncatedTo(ChronoUnit.MICROS), // what the database keeps of it
                file.lineCount());
        if (store.isKnown(stored.messageId(), stored.initiator())) {
            throw duplicate();
        }
        Map<Integer, Decided> decided = decide(file, stored.id());
        try {
            List<Line> lines = transactions.execute(_ -> {
                store.add(stored, digest, xml);
                List<Line> accepted = accept(decided, traceId);
                store.addLines(stored.id(), accepted);
                return accepted;
            });
            counters.count(Objects.requireNonNull(lines));
            return new Receipt(stored, false);
        } catch (DuplicateKeyException raced) {
            return store.findByDigest(digest)
                    .map(first -> new Receipt(first, true))
                    .orElseThrow(PaymentFiles::duplicate);
        }
    }

    private static ProblemException refused(List<Violation> violations) {
        List<Map<String, Object>> errors =
                violations.stream().limit(ERRORS_SHOWN).map(PaymentFiles::error).toList();
        return new ProblemException(
                HttpStatus.UNPROCESSABLE_CONTENT,
                "payment-file-refused",
                "The payment file is refused as a whole",
                violations.getFirst().toString(),
                Map.of("errors", errors, "errorCount", violations.size()));
    }

    private static Map<String, Object> error(Violation violation) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("place", violation.place().path());
        error.put("line", violation.place().line());
        error.put("column", violation.place().column());
        error.put("rule", Reasons.codeOf(violation.rule()));
        error.put("reason", violation.rule().reason().name());
        error.put("message", violation.message());
        return error;
    }

    private static ProblemException duplicate() {
        return new ProblemException(
                HttpStatus.UNPROCESSABLE_CONTENT,
                "duplicate-message",
                "The message came before with other content",
                "this sender used the message identification before",
                Map.of("reason", StatusReason.AM05.name()));
    }

    /// A line that can be ordered, or why not.
    private sealed interface Decided {
        record Order(PaymentLine line, PaymentOrder order) implements Decided {}

        record No(Line line) implements Decided {}
    }

    /// Everything that can be decided without holding a wallet, by line number. Asks other banks.
    private Map<Integer, Decided> decide(PaymentFile file, UUID id) {
        List<PaymentLine> lines = file.lines();
        Map<String, WalletInfo> debtors = bank.wallets()
                .byIbans(lines.stream()
                        .flatMap(line -> line.debtor().account().map(AccountId::value).stream())
                        .distinct()
                        .toList());
        Map<String, Payee> payees = bank.payees()
                .resolve(lines.stream()
                        .map(line -> line.creditorAccount().value())
                        .distinct()
                        .toList());
        LocalDate latest = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).plusDays(DAYS_AHEAD_MAX);
        Map<Integer, Decided> decided = new TreeMap<>();
        for (Batch batch : file.batches()) {
            boolean early =
                    batch.requestedDate().map(date -> date.isAfter(latest)).orElse(false);
            for (PaymentLine line : batch.lines()) {
                Decided one = early
                        ? no(line, "execution-date-ahead", "payments are made at once; the date is in the future")
                        : decide(line, id, debtors, payees);
                decided.put(line.number(), one);
            }
            batch.refused().forEach(line -> decided.put(line.number(), new Decided.No(refusedLine(line))));
        }
        return decided;
    }

    private static Decided decide(
            PaymentLine line, UUID file, Map<String, WalletInfo> debtors, Map<String, Payee> payees) {
        Optional<WalletInfo> debtor = line.debtor().account().map(account -> debtors.get(account.value()));
        if (debtor.isEmpty()) {
            return no(line, "unknown-debtor-account", "the debtor has no such account at this bank");
        }
        String account = line.creditorAccount().value();
        return switch (Objects.requireNonNull(payees.get(account))) {
            case Payee.Missing(String code) -> no(line, code, "the creditor's account cannot be paid");
            case Payee.Found(var address) ->
                new Decided.Order(
                        line,
                        new PaymentOrder(
                                debtor.get().number(),
                                address,
                                line.creditor().name().orElse(account),
                                account,
                                Amount.of(line.amount().minorUnits()),
                                line.endToEndId(),
                                line.ids().uetr().map(Uetr::value).orElse(""),
                                shortened(line.remittance().orElse("")),
                                PaymentOrder.Purpose.PAYMENT,
                                file,
                                line.number()));
        };
    }

    private static String shortened(String text) {
        return text.codePointCount(0, text.length()) <= REMITTANCE_MAX
                ? text
                : text.substring(0, text.offsetByCodePoints(0, REMITTANCE_MAX));
    }

    private static Decided no(PaymentLine line, String code, String explanation) {
        return new Decided.No(
                new Line(line.number(), line.endToEndId(), line.amount().minorUnits(), code, explanation, null));
    }

    private static Line refusedLine(RefusedLine line) {
        Violation first = line.violations().getFirst();
        return new Line(
                line.number(),
                line.ids().endToEndId().orElse(""),
                0,
                Reasons.codeOf(first.rule()),
                first.toString(),
                null);
    }

    /// Accepts wallet by wallet, each wallet's lines in the order of the file. All wallets are held first, in ascending
    /// order: a wallet's acceptance may take the one lock of all self-held payees, and who has that waits for no
    /// wallet.
    private List<Line> accept(Map<Integer, Decided> decided, String traceId) {
        List<Line> lines = new ArrayList<>();
        Map<Long, List<Decided.Order>> byWallet = new TreeMap<>();
        for (Decided one : decided.values()) {
            switch (one) {
                case Decided.No(Line line) -> lines.add(line);
                case Decided.Order order ->
                    byWallet.computeIfAbsent(order.order().wallet(), _ -> new ArrayList<>())
                            .add(order);
            }
        }
        byWallet.keySet().forEach(bank.holdings()::lock);
        for (List<Decided.Order> orders : byWallet.values()) {
            List<Acceptance> answers = bank.desk()
                    .acceptAll(orders.stream().map(Decided.Order::order).toList(), traceId);
            for (int i = 0; i < orders.size(); i++) {
                lines.add(line(orders.get(i).line(), answers.get(i)));
            }
        }
        lines.sort(Comparator.comparingInt(Line::number));
        return lines;
    }

    private static Line line(PaymentLine line, Acceptance acceptance) {
        long amount = line.amount().minorUnits();
        return switch (acceptance) {
            case Acceptance.Accepted(var payment) ->
                new Line(line.number(), line.endToEndId(), amount, "", "", payment.id());
            case Acceptance.Refused(String code, String explanation) ->
                new Line(line.number(), line.endToEndId(), amount, code, explanation, null);
        };
    }
}

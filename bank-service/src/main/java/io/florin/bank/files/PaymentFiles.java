package io.florin.bank.files;

import io.florin.bank.directory.PayeeDirectory;
import io.florin.bank.directory.PayeeDirectory.Named;
import io.florin.bank.directory.PayeeDirectory.Payee;
import io.florin.bank.files.RefusedFiles.RefusedFile;
import io.florin.bank.files.StoredFile.Line;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.PaymentOrder;
import io.florin.bank.protocol.PaymentService;
import io.florin.bank.protocol.PaymentService.Acceptance;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.crypto.hash.Sha256;
import io.florin.iso20022.AccountId;
import io.florin.iso20022.Bic;
import io.florin.iso20022.MessageDefinition;
import io.florin.iso20022.PaymentFile;
import io.florin.iso20022.PaymentFileReader;
import io.florin.iso20022.PaymentLine;
import io.florin.iso20022.Reading;
import io.florin.iso20022.RefusedLine;
import io.florin.iso20022.StatusReason;
import io.florin.iso20022.StatusText;
import io.florin.iso20022.Uetr;
import io.florin.iso20022.Violation;
import io.florin.ledger.Amount;
import io.florin.runtime.http.ProblemException;
import java.time.InstantSource;
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
import java.util.function.LongConsumer;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.support.TransactionOperations;

/// Takes payment files. What is wrong with a line refuses the line, what is wrong with a batch the batch; a file that
/// is wrong as a file is refused and nothing is paid, and its refusal is kept for a status report. A taken file, its
/// payments and what was decided about each line are one database transaction, so a file that comes again, whole or in
/// part, pays nothing twice.
public final class PaymentFiles {

    private static final int ERRORS_SHOWN = 1_000;
    private static final int REMITTANCE_MAX = 140;

    private final PaymentFileReader reader;
    private final FileStore store;
    private final RefusedFiles refusals;
    private final Bank bank;
    private final TransactionOperations transactions;
    private final InstantSource clock;
    private final IdSource ids;
    private final LineCounters counters;

    PaymentFiles(
            PaymentFileReader reader,
            Kept kept,
            Bank bank,
            TransactionOperations transactions,
            Sources sources,
            LineCounters counters) {
        this.reader = reader;
        this.store = kept.store();
        this.refusals = kept.refusals();
        this.bank = bank;
        this.transactions = transactions;
        this.clock = sources.clock();
        this.ids = sources.ids();
        this.counters = counters;
    }

    /// Files that were taken, and those that were refused.
    record Kept(FileStore store, RefusedFiles refusals) {}

    /// Time and new ids.
    record Sources(InstantSource clock, IdSource ids) {}

    /// The parts of the bank that files need.
    ///
    /// @param bic its own
    record Bank(Bic bic, WalletBook wallets, PayeeDirectory payees, PaymentService payments) {}

    /// @param replayed the same bytes came before; nothing was done now
    record Receipt(StoredFile file, boolean replayed) {}

    /// Header of a file, and the sum of its lines.
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
                        file.messageId(), file.initiatingParty().orElse(""), file.lineCount(), total(file)));
            case Reading.Refused _ -> Optional.empty();
        };
    }

    /// Saturating sum: a total that is too large for a number is above every person's limit.
    private static long sum(long one, long other) {
        long sum = one + other;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /// Lines of a file, as a second person sees them before they are paid; none of a file that is refused as a whole.
    List<PaymentLine> lines(byte[] xml) {
        return switch (reader.read(xml)) {
            case Reading.Taken(PaymentFile file) -> file.lines();
            case Reading.Refused _ -> List.of();
        };
    }

    private static long total(PaymentFile file) {
        return file.lines().stream()
                .mapToLong(line -> line.amount().minorUnits())
                .reduce(0, PaymentFiles::sum);
    }

    /// @throws ProblemException 422 when the file is refused as a whole
    Receipt receive(byte[] xml, String traceId) {
        return receive(xml, traceId, _ -> {});
    }

    /// @param permission is asked with the sum of the lines and throws where it is too much
    /// @throws ProblemException 422 when the file is refused as a whole
    Receipt receive(byte[] xml, String traceId, LongConsumer permission) {
        byte[] digest = Sha256.digest(xml);
        Optional<StoredFile> before = store.findByDigest(digest);
        if (before.isPresent()) {
            return new Receipt(before.get(), true);
        }
        PaymentFile file = switch (reader.read(xml)) {
            case Reading.Taken(PaymentFile taken) -> taken;
            case Reading.Refused refused -> throw refused(refused, digest);
        };
        permission.accept(total(file));
        StoredFile stored = new StoredFile(
                ids.get(),
                file.messageId(),
                file.definition().id(),
                file.initiatingParty().orElse(""),
                file.createdAt().toInstant(),
                clock.instant().truncatedTo(ChronoUnit.MICROS), // what the database keeps of it
                file.lineCount());
        if (store.isKnown(stored.messageId(), stored.initiator())) {
            throw duplicate(stored, digest);
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
                    .orElseThrow(() -> duplicate(stored, digest));
        }
    }

    private ProblemException refused(Reading.Refused refused, byte[] digest) {
        List<Violation> violations = refused.violations();
        String code = "payment-file-refused";
        RefusedFile file = new RefusedFile(
                ids.get(),
                code,
                refused.reference(),
                refused.definition().map(MessageDefinition::id).orElse(""),
                clock.instant());
        Map<String, Object> more = reported(refusals.add(file, digest, StatusText.of(violations)));
        more.put(
                "errors",
                violations.stream().limit(ERRORS_SHOWN).map(PaymentFiles::error).toList());
        more.put("errorCount", violations.size());
        return new ProblemException(
                HttpStatus.UNPROCESSABLE_CONTENT,
                code,
                "The payment file is refused as a whole",
                violations.getFirst().toString(),
                more);
    }

    /// Address of the refusal's status report.
    private static Map<String, Object> reported(UUID id) {
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("fileId", id);
        more.put("statusReport", "/v1/payment-files/" + id + "/status-report?format=pain.002");
        return more;
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

    private ProblemException duplicate(StoredFile file, byte[] digest) {
        String code = "duplicate-message";
        String words = "this sender used the message identification before";
        RefusedFile refused = new RefusedFile(ids.get(), code, file.messageId(), file.messageType(), clock.instant());
        Map<String, Object> more = reported(
                refusals.add(refused, digest, List.of(new StatusText(StatusReason.AM05, code + ": " + words))));
        more.put("reason", StatusReason.AM05.name());
        return new ProblemException(
                HttpStatus.UNPROCESSABLE_CONTENT, code, "The message came before with other content", words, more);
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
        Map<Named, Payee> payees = bank.payees()
                .resolve(lines.stream().map(PaymentFiles::payee).distinct().toList());
        Map<Integer, Decided> decided = new TreeMap<>();
        for (PaymentLine line : lines) {
            decided.put(line.number(), decide(line, id, debtors, payees));
        }
        file.refusedLines().forEach(line -> decided.put(line.number(), new Decided.No(refusedLine(line))));
        return decided;
    }

    private static Named payee(PaymentLine line) {
        return new Named(line.creditorAccount().value(), line.creditor().name().orElse(""));
    }

    private Decided decide(PaymentLine line, UUID file, Map<String, WalletInfo> debtors, Map<Named, Payee> payees) {
        if (line.debtor().agent().filter(agent -> !agent.sameBankAs(bank.bic())).isPresent()) {
            return no(line, "debtor-agent-not-this-bank", "the debtor's agent is another bank than this one");
        }
        Optional<WalletInfo> debtor = line.debtor().account().map(account -> debtors.get(account.value()));
        if (debtor.isEmpty()) {
            return no(line, "unknown-debtor-account", "the debtor has no such account at this bank");
        }
        Named payee = payee(line);
        return switch (Objects.requireNonNull(payees.get(payee))) {
            case Payee.Missing(String code) -> no(line, code, "the creditor's account cannot be paid");
            case Payee.Found found
            when !isAgentOf(line.creditor().agent(), found) ->
                no(line, "creditor-agent-not-of-account", "the creditor's agent does not keep the creditor's account");
            case Payee.Found found ->
                new Decided.Order(
                        line,
                        new PaymentOrder(
                                debtor.get().number(),
                                found.address(),
                                payee.name(),
                                payee.account(),
                                Amount.of(line.amount().minorUnits()),
                                line.endToEndId(),
                                line.ids().uetr().map(Uetr::value).orElse(""),
                                shortened(line.remittance().orElse("")),
                                PaymentOrder.Purpose.PAYMENT,
                                file,
                                line.number(),
                                found.name(),
                                line.requestedDate().orElse(null)));
        };
    }

    /// An agent that is not named by a BIC is not compared; an address has no agent at all.
    private static boolean isAgentOf(Optional<Bic> stated, Payee.Found found) {
        return stated.isEmpty()
                || Bic.parse(found.agent())
                        .map(agent -> agent.sameBankAs(stated.get()))
                        .orElse(false);
    }

    private static String shortened(String text) {
        return text.codePointCount(0, text.length()) <= REMITTANCE_MAX
                ? text
                : text.substring(0, text.offsetByCodePoints(0, REMITTANCE_MAX));
    }

    private static Decided no(PaymentLine line, String code, String explanation) {
        return new Decided.No(
                new Line(line.number(), line.endToEndId(), line.amount().minorUnits(), code, explanation, null, null));
    }

    private static Line refusedLine(RefusedLine line) {
        Violation first = line.violations().getFirst();
        return new Line(
                line.number(),
                line.ids().endToEndId().orElse(""),
                0,
                Reasons.codeOf(first.rule()),
                first.toString(),
                null,
                null);
    }

    private List<Line> accept(Map<Integer, Decided> decided, String traceId) {
        List<Line> lines = new ArrayList<>();
        List<Decided.Order> orders = new ArrayList<>();
        for (Decided one : decided.values()) {
            switch (one) {
                case Decided.No(Line line) -> lines.add(line);
                case Decided.Order order -> orders.add(order);
            }
        }
        List<Acceptance> answers = bank.payments()
                .acceptAll(orders.stream().map(Decided.Order::order).toList(), traceId);
        for (int i = 0; i < orders.size(); i++) {
            lines.add(line(orders.get(i).line(), answers.get(i)));
        }
        lines.sort(Comparator.comparingInt(Line::number));
        return lines;
    }

    private static Line line(PaymentLine line, Acceptance acceptance) {
        long amount = line.amount().minorUnits();
        return switch (acceptance) {
            case Acceptance.Accepted(var payment) ->
                new Line(line.number(), line.endToEndId(), amount, "", "", payment.id(), payment.executionDate());
            case Acceptance.Refused(String code, String explanation) ->
                new Line(line.number(), line.endToEndId(), amount, code, explanation, null, null);
        };
    }
}

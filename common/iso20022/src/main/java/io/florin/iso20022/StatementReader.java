package io.florin.iso20022;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the figures of an account statement back: balances, the sum of the entries, and the block that one of
/// Florin's own statements names. For those who compare a statement with the ledger.
public final class StatementReader {
    /// Form in which [StatementWriter] names the closing block, and its hash where it knows that.
    static final String CLOSING_BLOCK_FORM = "Closing balance as of ledger block %d";

    static final String HASH_FORM = ", header hash %s";

    private static final Pattern CLOSING_BLOCK =
            Pattern.compile("Closing balance as of ledger block ([0-9]{1,18})(?:, header hash ([0-9a-f]{64}))?");

    private final MessageCheck check;
    private final SupportedCurrency currency;

    public StatementReader(MessageModels models, SupportedCurrency currency) {
        this.check = new MessageCheck(models, ReadLimits.DEFAULT);
        this.currency = currency;
    }

    /// Figures of a statement, in minor units; balances are negative when they are debts.
    public record Figures(
            Optional<String> account,
            long openingMinorUnits,
            long entriesMinorUnits,
            long closingMinorUnits,
            int entries,
            Optional<Statement.ClosingBlock> closingBlock) {}

    /// Result of reading.
    public sealed interface Result {
        /// The figures of a sound statement.
        record Read(Figures figures) implements Result {}

        /// Reasons for which it was not read.
        record Refused(List<Violation> violations) implements Result {
            public Refused {
                violations = List.copyOf(violations);
            }
        }
    }

    /// Reads the first statement of a camt.053, or the page of it that the message is. One whose figures do not add up
    /// is refused.
    public Result read(byte[] xml) {
        try {
            MessageCheck.Checked checked = check.check(xml);
            List<Violation> violations = checked.findings().all();
            if (!violations.isEmpty()) {
                return new Result.Refused(violations);
            }
            if (checked.definition().type() != MessageType.CAMT_053) {
                throw new RefusedFile(
                        checked.body().place(),
                        Rule.MESSAGE_NOT_SUPPORTED,
                        checked.definition().id() + " is not a statement");
            }
            return new Result.Read(figures(checked.body().at("Stmt").orElseThrow()));
        } catch (RefusedFile refusal) {
            return new Result.Refused(List.of(refusal.violation()));
        } catch (ArithmeticException overflow) {
            return new Result.Refused(List.of(new Violation(
                    Place.FILE, Rule.AMOUNT_TOO_LARGE, "the entries add up to more than can be counted")));
        }
    }

    private Figures figures(XmlNode statement) throws RefusedFile {
        long opening = balance(statement, "OPBD");
        long closing = balance(statement, "CLBD");
        List<XmlNode> entries = new ArrayList<>(statement.all("Ntry"));
        long sum = 0;
        for (XmlNode entry : entries) {
            sum = Math.addExact(sum, signed(entry));
        }
        if (Math.addExact(opening, sum) != closing) {
            throw new RefusedFile(
                    statement.place(),
                    Rule.STATEMENT_BALANCE,
                    "opening balance and entries do not add up to the closing balance");
        }
        Optional<String> account =
                statement.textAt("Acct", "Id", "IBAN").or(() -> statement.textAt("Acct", "Id", "Othr", "Id"));
        return new Figures(account, opening, sum, closing, entries.size(), closingBlock(statement));
    }

    private long balance(XmlNode statement, String type) throws RefusedFile {
        for (XmlNode balance : statement.all("Bal")) {
            if (balance.textAt("Tp", "CdOrPrtry", "Cd").filter(type::equals).isPresent()) {
                return signed(balance);
            }
        }
        throw new RefusedFile(statement.placeOf("Bal"), Rule.ELEMENT_MISSING, "the balance " + type + " is missing");
    }

    private long signed(XmlNode holder) throws RefusedFile {
        XmlNode amount = holder.at("Amt").orElseThrow();
        if (!currency.code().equals(amount.attributes().get("Ccy"))) {
            throw new RefusedFile(amount.place(), Rule.CURRENCY_NOT_SUPPORTED, "not in " + currency.code());
        }
        OptionalLong minorUnits = DecimalText.parse(amount.text()).orElseThrow().minorUnits(currency.minorDigits());
        if (minorUnits.isEmpty()) {
            throw new RefusedFile(
                    amount.place(),
                    Rule.AMOUNT_DECIMALS,
                    Quoted.of(amount.text()) + " is no number of minor units of " + currency.code());
        }
        boolean debit = holder.textAt("CdtDbtInd").filter("DBIT"::equals).isPresent();
        return debit ? -minorUnits.getAsLong() : minorUnits.getAsLong();
    }

    private static Optional<Statement.ClosingBlock> closingBlock(XmlNode statement) {
        Matcher matcher = CLOSING_BLOCK.matcher(statement.textAt("AddtlStmtInf").orElse(""));
        return matcher.find()
                ? Optional.of(new Statement.ClosingBlock(
                        Long.parseLong(matcher.group(1)), Objects.requireNonNullElse(matcher.group(2), "")))
                : Optional.empty();
    }
}

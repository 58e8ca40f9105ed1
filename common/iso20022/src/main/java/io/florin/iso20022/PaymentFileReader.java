package io.florin.iso20022;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// Reads customers' (pain.001) and banks' (pacs.008) payment files. What is wrong inside one payment refuses that
/// payment alone, what is wrong in a batch of a pain.001 that batch, and only what is wrong with the file as a file
/// refuses it. Amounts become `long` minor units exactly.
/// Holds no state between calls; one instance serves all threads.
public final class PaymentFileReader {
    private static final String TRANSFER = "TRF";
    private static final SimpleType DATE = new SimpleType.Calendar(SimpleType.Calendar.Form.DATE);
    private static final SimpleType DATE_TIME = new SimpleType.Calendar(SimpleType.Calendar.Form.DATE_TIME);

    private final MessageCheck check;
    private final SupportedCurrency currency;
    private final ZoneId zone;

    public PaymentFileReader(MessageModels models, SupportedCurrency currency) {
        this(models, currency, ReadLimits.DEFAULT);
    }

    public PaymentFileReader(MessageModels models, SupportedCurrency currency, ReadLimits limits) {
        this(models, currency, limits, ZoneOffset.UTC);
    }

    /// @param zone whose days the dates of payments are
    public PaymentFileReader(MessageModels models, SupportedCurrency currency, ReadLimits limits, ZoneId zone) {
        this.check = new MessageCheck(models, limits);
        this.currency = currency;
        this.zone = zone;
    }

    public Reading read(byte[] xml) {
        try {
            MessageCheck.Checked checked = check.check(xml);
            Optional<String> messageId = checked.body().at("GrpHdr", "MsgId").map(XmlNode::text);
            Optional<PaymentForm> form = PaymentForm.of(checked.definition().type());
            if (form.isEmpty()) {
                Violation violation = new Violation(
                        checked.body().place(),
                        Rule.MESSAGE_NOT_SUPPORTED,
                        checked.definition().id() + " is not a payment file");
                return new Reading.Refused(Optional.of(checked.definition()), messageId, List.of(violation));
            }
            boolean readable =
                    checked.findings().ofFile().isEmpty() && !checked.lines().isEmpty();
            return readable
                    ? new Reading.Taken(file(form.get(), checked, messageId.orElseThrow()))
                    : new Reading.Refused(
                            Optional.of(checked.definition()),
                            messageId,
                            checked.findings().all());
        } catch (RefusedFile refusal) {
            return new Reading.Refused(Optional.empty(), Optional.empty(), List.of(refusal.violation()));
        }
    }

    /// Reads a file that was taken before, under rules that were perhaps others: what is wrong with the file as a file
    /// is not asked again.
    ///
    /// @throws IllegalStateException if it never could have been taken
    public PaymentFile again(byte[] xml) {
        try {
            MessageCheck.Checked checked = check.check(xml);
            PaymentForm form = PaymentForm.of(checked.definition().type()).orElseThrow();
            return file(form, checked, checked.body().textAt("GrpHdr", "MsgId").orElseThrow());
        } catch (RefusedFile | NoSuchElementException never) {
            throw new IllegalStateException("a file that was taken cannot be read again", never);
        }
    }

    private PaymentFile file(PaymentForm form, MessageCheck.Checked checked, String messageId) {
        XmlNode body = checked.body();
        List<PaymentBatch> batches = new ArrayList<>();
        int number = 0;
        for (XmlNode node : form.batches(body)) {
            batches.add(batch(form, node, number, checked.findings()));
            number += node.all(PaymentForm.LINE).size();
        }
        return new PaymentFile(
                checked.definition(),
                messageId,
                dateTime(body.textAt("GrpHdr", "CreDtTm").orElseThrow()),
                body.textAt("GrpHdr", "InitgPty", "Nm"),
                batches);
    }

    private PaymentBatch batch(PaymentForm form, XmlNode node, int linesBefore, Findings findings) {
        Optional<LocalDate> dateOfBatch = requestedDate(form, node);
        Optional<Party> debtor = form == PaymentForm.CUSTOMER ? Optional.of(Party.of(node, "Dbtr")) : Optional.empty();
        List<PaymentLine> good = new ArrayList<>();
        List<RefusedLine> refused = new ArrayList<>();
        List<Violation> ofBatch = findings.ofBatch(node);
        int number = linesBefore;
        for (XmlNode line : node.all(PaymentForm.LINE)) {
            number++;
            List<Violation> violations = new ArrayList<>(findings.ofLine(line));
            OptionalLong minorUnits = OptionalLong.empty();
            if (violations.isEmpty() && ofBatch.isEmpty()) {
                minorUnits = amount(form, line, violations);
                checkBusiness(node, line, violations);
            }
            ofBatch.stream().limit(1).forEach(violations::add);
            if (violations.isEmpty()) {
                good.add(new PaymentLine(
                        number,
                        line.place(),
                        PaymentIds.of(line),
                        new InstructedAmount(currency.code(), minorUnits.orElseThrow()),
                        debtor.orElseGet(() -> Party.of(line, "Dbtr")),
                        Party.of(line, "Cdtr"),
                        date(line.textAt("IntrBkSttlmDt")).or(() -> dateOfBatch),
                        remittance(line)));
            } else {
                refused.add(new RefusedLine(number, line.place(), PaymentIds.of(line), violations));
            }
        }
        return new PaymentBatch(
                node.textAt("PmtInfId"), debtor, node.textAt("DbtrAcct", "Ccy"), dateOfBatch, ofBatch, good, refused);
    }

    private OptionalLong amount(PaymentForm form, XmlNode line, List<Violation> violations) {
        XmlNode node = form.amount(line).orElseThrow();
        String stated = node.attributes().getOrDefault("Ccy", "");
        if (line.at("Amt", "EqvtAmt").isPresent()) {
            violations.add(new Violation(
                    node.place(),
                    Rule.EQUIVALENT_AMOUNT_NOT_SUPPORTED,
                    "amounts to be converted are not paid; give the amount in " + currency.code()));
            return OptionalLong.empty();
        }
        if (!stated.equals(currency.code())) {
            violations.add(new Violation(
                    node.place(),
                    Rule.CURRENCY_NOT_SUPPORTED,
                    "payments are made in " + currency.code() + ", not in " + Quoted.of(stated)));
            return OptionalLong.empty();
        }
        DecimalText digits = DecimalText.parse(node.text()).orElseThrow();
        if (digits.fractionDigitsWritten() > currency.minorDigits()) {
            violations.add(new Violation(
                    node.place(),
                    Rule.AMOUNT_DECIMALS,
                    Quoted.of(node.text()) + " has more than " + currency.minorDigits() + " decimals"));
            return OptionalLong.empty();
        }
        OptionalLong minorUnits = digits.minorUnits(currency.minorDigits());
        if (minorUnits.isEmpty()) {
            violations.add(new Violation(
                    node.place(), Rule.AMOUNT_TOO_LARGE, Quoted.of(node.text()) + " is more than can be paid"));
        } else if (minorUnits.getAsLong() == 0) {
            violations.add(new Violation(node.place(), Rule.AMOUNT_ZERO, "an amount is more than zero"));
        }
        return minorUnits;
    }

    private static void checkBusiness(XmlNode batch, XmlNode line, List<Violation> violations) {
        batch.at("PmtMtd")
                .filter(method -> !method.text().equals(TRANSFER))
                .ifPresent(method -> violations.add(new Violation(
                        method.place(),
                        Rule.PAYMENT_METHOD_NOT_SUPPORTED,
                        "payments are made by transfer (TRF), not by " + Quoted.of(method.text()))));
        Party creditor = Party.of(line, "Cdtr");
        if (creditor.name().filter(name -> !name.isBlank()).isEmpty()) {
            violations.add(new Violation(
                    line.placeOf("Cdtr"), Rule.CREDITOR_NAME_MISSING, "the creditor, or its name, is missing"));
        }
        if (creditor.account().isEmpty()) {
            violations.add(new Violation(
                    line.placeOf("CdtrAcct"), Rule.CREDITOR_ACCOUNT_MISSING, "the creditor's account is missing"));
        }
    }

    private static Optional<String> remittance(XmlNode line) {
        Optional<XmlNode> information = line.at("RmtInf");
        Optional<String> words = information
                .map(node -> node.all("Ustrd").stream()
                        .map(text -> text.text().strip())
                        .collect(Collectors.joining(" ")))
                .filter(text -> !text.isEmpty());
        return words.or(() -> information.flatMap(node ->
                node.textAt("Strd", "CdtrRefInf", "Ref").or(() -> node.textAt("Strd", "CdtrRefInf", "CdtrRef"))));
    }

    private Optional<LocalDate> requestedDate(PaymentForm form, XmlNode node) {
        return form == PaymentForm.CUSTOMER
                ? date(node.textAt("ReqdExctnDt", "Dt")
                        .or(() -> node.textAt("ReqdExctnDt", "DtTm"))
                        .or(() -> node.textAt("ReqdExctnDt")))
                : date(node.textAt("GrpHdr", "IntrBkSttlmDt"));
    }

    /// A time that says its offset is on the day that it is at the bank then; all other dates are days as they stand.
    private Optional<LocalDate> date(Optional<String> text) {
        return text.map(String::strip)
                .filter(value ->
                        DATE.flawOf(value).isEmpty() || DATE_TIME.flawOf(value).isEmpty())
                .map(value -> DATE_TIME.flawOf(value).isEmpty()
                        ? day(parsed(value))
                        : LocalDate.parse(value.substring(0, 10)));
    }

    private LocalDate day(TemporalAccessor moment) {
        return moment instanceof OffsetDateTime withOffset
                ? withOffset.atZoneSameInstant(zone).toLocalDate()
                : LocalDate.from(moment);
    }

    /// The value was found to be an XML Schema date and time: an offset may be missing, the fraction may be long.
    static OffsetDateTime dateTime(String value) {
        TemporalAccessor parsed = parsed(value);
        return parsed instanceof OffsetDateTime withOffset
                ? withOffset
                : ((LocalDateTime) parsed).atOffset(ZoneOffset.UTC);
    }

    private static TemporalAccessor parsed(String value) {
        int fraction = value.indexOf('.');
        String exact = value;
        if (fraction > 0) {
            int end = fraction + 1;
            while (end < value.length() && Character.isDigit(value.charAt(end))) {
                end++;
            }
            exact = value.substring(0, Math.min(end, fraction + 10)) + value.substring(end);
        }
        return DateTimeFormatter.ISO_DATE_TIME.parseBest(exact, OffsetDateTime::from, LocalDateTime::from);
    }
}

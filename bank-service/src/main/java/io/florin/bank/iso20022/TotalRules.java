package io.florin.bank.iso20022;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Stated totals agree with the lines, in the group header and in every batch: number of transactions, control sum,
/// total settlement amount. All lines count, refused ones too. A sum cannot be recomputed when the amount of a line
/// is unreadable (that line is refused for it); then the readable amounts must at least not exceed it.
final class TotalRules {
    private final PaymentForm form;
    private final Findings findings;

    TotalRules(PaymentForm form, Findings findings) {
        this.form = form;
        this.findings = findings;
    }

    void check(XmlNode body) {
        body.at("GrpHdr").ifPresent(header -> {
            Totals totals = Totals.of(form, form.lines(body));
            check(header, totals);
            header.at("TtlIntrBkSttlmAmt").ifPresent(total -> checkSettlementTotal(total, body, totals));
        });
        if (form == PaymentForm.CUSTOMER) {
            for (XmlNode batch : form.batches(body)) {
                check(batch, Totals.of(form, batch.all(PaymentForm.LINE)));
            }
        }
    }

    private void check(XmlNode holder, Totals totals) {
        holder.at("NbOfTxs")
                .filter(node -> node.text().matches("[0-9]{1,15}"))
                .filter(node -> Long.parseLong(node.text()) != totals.lines())
                .ifPresent(node -> findings.addToFile(
                        node,
                        Rule.NUMBER_OF_TRANSACTIONS,
                        "stated " + Quoted.of(node.text()) + ", the lines are " + totals.lines()));
        holder.at("CtrlSum").ifPresent(node -> checkSum(node, totals));
    }

    private void checkSettlementTotal(XmlNode total, XmlNode body, Totals totals) {
        checkSum(total, totals);
        Optional<XmlNode> other = form.lines(body).stream()
                .flatMap(line -> form.amount(line).stream())
                .filter(amount -> !amount.attributes()
                        .getOrDefault("Ccy", "")
                        .equals(total.attributes().get("Ccy")))
                .findFirst();
        other.ifPresent(amount ->
                findings.addToFile(amount, Rule.CONTROL_SUM, "not in the currency of the total settlement amount"));
    }

    private void checkSum(XmlNode stated, Totals totals) {
        Optional<BigDecimal> sum = Totals.number(stated);
        if (sum.isEmpty()) {
            return;
        }
        int difference = totals.sum().compareTo(sum.get());
        if (totals.complete() ? difference != 0 : difference > 0) {
            findings.addToFile(
                    stated,
                    Rule.CONTROL_SUM,
                    "stated " + Quoted.of(stated.text()) + ", the lines add up to "
                            + totals.sum().stripTrailingZeros().toPlainString());
        }
    }

    /// Number and sum of some lines, and whether every amount could be read.
    private record Totals(int lines, BigDecimal sum, boolean complete) {
        private static final int DIGITS_MAX = 30;

        static Totals of(PaymentForm form, List<XmlNode> lines) {
            List<BigDecimal> amounts = new ArrayList<>();
            for (XmlNode line : lines) {
                form.amount(line)
                        .flatMap(Totals::number)
                        .filter(amount -> amount.signum() >= 0)
                        .ifPresent(amounts::add);
            }
            BigDecimal sum = amounts.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
            return new Totals(lines.size(), sum, amounts.size() == lines.size());
        }

        /// Numbers with more digits than the schemas allow are not computed with.
        static Optional<BigDecimal> number(XmlNode node) {
            return DecimalText.parse(node.text())
                    .filter(number -> number.totalDigits() <= DIGITS_MAX && number.fractionDigits() <= DIGITS_MAX)
                    .map(DecimalText::value);
        }
    }
}

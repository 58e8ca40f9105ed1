package io.florin.iso20022;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaymentFileReaderTest {
    private static final String LINES = "/Document/CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf";

    private final String three = Samples.threeLines();

    @Test
    void readsWhatAFileSays() {
        PaymentFile file = Samples.taken(three);

        assertThat(file.messageId()).isEqualTo("MSG-1");
        assertThat(file.initiatingParty()).contains("Employer");
        PaymentBatch batch = file.batches().getFirst();
        assertThat(batch.id()).contains("BATCH-1");
        assertThat(batch.debtor()).contains(Samples.person(0));
        assertThat(batch.accountCurrency()).contains("FLN");
        assertThat(batch.requestedDate()).contains(Samples.NOON.toLocalDate());
        assertThat(file.lines()).extracting(line -> line.amount().minorUnits()).containsExactly(100L, 200L, 300L);
        assertThat(file.lines())
                .extracting(line -> line.creditorAccount().value())
                .containsExactly(
                        Samples.person(1).account().orElseThrow().value(),
                        Samples.person(2).account().orElseThrow().value(),
                        Samples.person(3).account().orElseThrow().value());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        >2.00<              | >2.000<             | AMOUNT_DECIMALS       | /Amt/InstdAmt
        >2.00<              | >two<               | VALUE_NUMBER          | /Amt/InstdAmt
        >2.00<              | >-2.00<             | VALUE_NUMBER          | /Amt/InstdAmt
        >2.00<              | ><                  | VALUE_NUMBER          | /Amt/InstdAmt
        >2.00<              | >1e0<               | VALUE_NUMBER          | /Amt/InstdAmt
        'Ccy="FLN">2.00'    | 'Ccy="FL">2.00'     | VALUE_PATTERN         | /Amt/InstdAmt/@Ccy
        'Ccy="FLN">2.00'    | '>2.00'             | ATTRIBUTE_MISSING     | /Amt/InstdAmt/@Ccy
        'Ccy="FLN">2.00'    | 'Ccy="EUR">2.00'    | CURRENCY_NOT_SUPPORTED | /Amt/InstdAmt
        <EndToEndId>E2E-2<  | <EndToEndId>E2E-1<  | DUPLICATE_END_TO_END_ID | /PmtId/EndToEndId
        <EndToEndId>E2E-2</EndToEndId> | ''       | ELEMENT_MISSING       | /PmtId/EndToEndId
        <Ustrd>Line 2<      | <Ustrd><            | VALUE_LENGTH          | /RmtInf/Ustrd
        <RmtInf><Ustrd>Line 2</Ustrd></RmtInf> | <Rubbish/> | ELEMENT_UNEXPECTED | /Rubbish
        """)
    void refusesABrokenLineAloneAndSaysWhere(String old, String fresh, Rule rule, String place) {
        String broken = Samples.with(compact(three), old, fresh);

        PaymentFile file = Samples.taken(broken);

        assertThat(file.lines()).extracting(PaymentLine::endToEndId).containsExactly("E2E-1", "E2E-3");
        RefusedLine refused = file.refusedLines().getFirst();
        assertThat(file.refusedLines()).hasSize(1);
        assertThat(refused.number()).isEqualTo(2);
        assertThat(refused.violations()).extracting(Violation::rule).containsExactly(rule);
        assertThat(refused.violations().getFirst().place().path()).isEqualTo(LINES + "[2]" + place);
        assertThat(refused.reason()).isEqualTo(rule.reason());
    }

    @Test
    void refusesALineWithAWrongIbanOrWithoutAnAccountAlone() {
        String iban = Samples.person(2).account().orElseThrow().value();
        String other = iban.substring(0, 2) + (iban.substring(2, 4).equals("50") ? "51" : "50") + iban.substring(4);
        PaymentFile file = Samples.taken(Samples.with(three, iban, other));
        assertThat(file.lines()).hasSize(2);
        assertThat(file.refusedLines().getFirst().violations())
                .extracting(Violation::rule, violation -> violation.place().path())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(Rule.IBAN_INVALID, LINES + "[2]/CdtrAcct/Id/IBAN"));
        assertThat(file.refusedLines().getFirst().reason()).isEqualTo(StatusReason.AC01);

        String account = "<CdtrAcct><Id><IBAN>" + iban + "</IBAN></Id></CdtrAcct>";
        PaymentFile without = Samples.taken(Samples.with(compact(three), account, ""));
        assertThat(without.lines()).hasSize(2);
        assertThat(without.refusedLines().getFirst().violations())
                .extracting(Violation::rule, violation -> violation.place().path())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(Rule.CREDITOR_ACCOUNT_MISSING, LINES + "[2]/CdtrAcct"));
    }

    @Test
    void refusesAZeroAmountOnceTheTotalsAgree() {
        String zero = compact(three).replace(">2.00<", ">0.00<").replace(">6.00<", ">4.00<");
        assertThat(Samples.taken(zero).refusedLines().getFirst().reason()).isEqualTo(StatusReason.AM01);
    }

    @Test
    void readsAmountsExactlyUpToTheLargestTheSchemaAllows() {
        String large =
                compact(three).replace(">2.00<", ">9999999999999999.99<").replaceAll("<CtrlSum>[^<]*</CtrlSum>", "");
        assertThat(Samples.taken(large).lines().get(1).amount().minorUnits()).isEqualTo(999_999_999_999_999_999L);
        String whole =
                compact(three).replace(">2.00<", ">999999999999999999<").replace(">6.00<", ">1000000000000000003<");
        // the control sum has more digits than the schema allows; the line itself more than Florin pays
        assertThat(Samples.refusal(whole)).extracting(Violation::rule).contains(Rule.VALUE_NUMBER);
        String withoutSums = whole.replaceAll("<CtrlSum>[0-9]+</CtrlSum>", "");
        assertThat(Samples.taken(withoutSums).refusedLines().getFirst().violations())
                .extracting(Violation::rule)
                .containsExactly(Rule.AMOUNT_TOO_LARGE);
        String short0 = compact(three)
                .replace(">2.00<", ">2<")
                .replace(">3.00<", ">3.<")
                .replace(">1.00<", ">0001.0<");
        assertThat(Samples.taken(short0).lines())
                .extracting(line -> line.amount().minorUnits())
                .containsExactly(100L, 200L, 300L);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        <MsgId>MSG-1<        | <MsgId><             | VALUE_LENGTH           | /Document/CstmrCdtTrfInitn/GrpHdr/MsgId
        <GrpHdr>             | '<GrpHdr x="1">'     | ATTRIBUTE_UNEXPECTED   | /Document/CstmrCdtTrfInitn/GrpHdr/@x
        <GrpHdr>             | <GrpHdr>text         | TEXT_UNEXPECTED        | /Document/CstmrCdtTrfInitn/GrpHdr
        </GrpHdr>            | </GrpHdr><Rubbish/>  | ELEMENT_UNEXPECTED     | /Document/CstmrCdtTrfInitn/Rubbish
        """)
    void refusesTheFileForWhatIsOutsideItsBatches(String old, String fresh, Rule rule, String place) {
        List<Violation> violations = Samples.refusal(Samples.with(compact(three), old, fresh));
        assertThat(violations).extracting(Violation::rule).containsExactly(rule);
        assertThat(violations.getFirst().place().path()).isEqualTo(place);
        assertThat(violations.getFirst().place().line()).isPositive();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        <PmtMtd>TRF<         | <PmtMtd>XXX<         | VALUE_CODE             | /PmtMtd
        <Dt>2026-03-02<      | <Dt>2026-02-30<      | VALUE_DATE             | /ReqdExctnDt/Dt
        <PmtInfId>BATCH-1</PmtInfId> | ''           | ELEMENT_MISSING        | /PmtInfId
        <PmtInfId>BATCH-1</PmtInfId> | <PmtInfId>A</PmtInfId><PmtInfId>B</PmtInfId> | ELEMENT_REPEATED | /PmtInfId[2]
        <Dt>2026-03-02</Dt>  | <Dt>2026-03-02</Dt><DtTm>2026-03-02T12:00:00</DtTm> | CHOICE_BROKEN | /ReqdExctnDt/DtTm
        <Dt>2026-03-02</Dt>  | ''                   | ELEMENT_MISSING        | /ReqdExctnDt/Dt
        """)
    void refusesABatchForWhatIsOutsideItsLines(String old, String fresh, Rule rule, String place) {
        String broken = Samples.with(compact(three), old, fresh);

        PaymentFile file = Samples.taken(broken);

        PaymentBatch batch = file.batches().getFirst();
        assertThat(batch.violations()).extracting(Violation::rule).containsExactly(rule);
        assertThat(batch.violations().getFirst().place().path()).isEqualTo("/Document/CstmrCdtTrfInitn/PmtInf" + place);
        assertThat(file.lines()).isEmpty();
        assertThat(file.refusedLines())
                .hasSize(3)
                .extracting(RefusedLine::reason)
                .containsOnly(rule.reason());
    }

    @Test
    void refusesTheFileForTotalsOfItsHeaderAndABatchForItsOwn() {
        String text = compact(three);
        assertThat(Samples.refusal(text.replaceFirst("<NbOfTxs>3<", "<NbOfTxs>2<")))
                .extracting(Violation::rule)
                .containsExactly(Rule.NUMBER_OF_TRANSACTIONS);
        assertThat(Samples.refusal(text.replaceFirst("<CtrlSum>6.00<", "<CtrlSum>6.01<")))
                .extracting(Violation::rule)
                .containsExactly(Rule.CONTROL_SUM);
        int batch = text.indexOf("<PmtInf>");
        String inBatch = text.substring(0, batch)
                + text.substring(batch)
                        .replace("<CtrlSum>6.00<", "<CtrlSum>-6<")
                        .replace("<NbOfTxs>3<", "<NbOfTxs>0<");
        PaymentFile file = Samples.taken(inBatch);
        assertThat(file.batches().getFirst().violations())
                .extracting(Violation::rule)
                .contains(Rule.NUMBER_OF_TRANSACTIONS, Rule.CONTROL_SUM);
        assertThat(file.lines()).isEmpty();
    }

    @Test
    void refusesAFileWithoutAnyLine() {
        String none = compact(three).replaceAll("<CdtTrfTxInf>.*</CdtTrfTxInf>", "");
        assertThat(Samples.refusal(none)).extracting(Violation::rule).contains(Rule.ELEMENT_MISSING);
    }

    @Test
    void letsNoUnreadableAmountHideLinesAboveTheControlSum() {
        String hidden = compact(three).replace(">2.00<", ">two<").replace(">3.00<", ">30.00<");
        assertThat(Samples.refusal(hidden)).extracting(Violation::rule).contains(Rule.CONTROL_SUM);
    }

    /// However the sender's program counted the amount that it got wrong.
    @ParameterizedTest
    @ValueSource(strings = {"2.00", "6.00", "4.00"})
    void aNegativeAmountSpoilsNoSum(String sum) {
        String negative = compact(three).replace(">2.00<", ">-2.00<").replace(">6.00<", ">" + sum + "<");
        PaymentFile file = Samples.taken(negative);
        assertThat(file.lines()).extracting(PaymentLine::endToEndId).containsExactly("E2E-1", "E2E-3");
        assertThat(file.refusedLines().getFirst().violations())
                .extracting(Violation::rule)
                .containsExactly(Rule.VALUE_NUMBER);
        assertThat(Samples.refusal(negative.replace(">" + sum + "<", ">5.00<")))
                .extracting(Violation::rule)
                .contains(Rule.CONTROL_SUM);
    }

    @Test
    void refusesABatchForAWrongAccountOfItsDebtor() {
        String iban = Samples.person(0).account().orElseThrow().value();
        String other = iban.substring(0, 2) + (iban.substring(2, 4).equals("50") ? "51" : "50") + iban.substring(4);
        PaymentFile file = Samples.taken(Samples.with(three, iban, other));
        assertThat(file.lines()).isEmpty();
        assertThat(file.batches().getFirst().violations())
                .extracting(Violation::rule)
                .containsExactly(Rule.IBAN_INVALID);
    }

    /// A thousand lines in twenty batches: what is wrong in one batch costs its fifty lines, a bad line itself.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        control sum  | 950 | AM10
        number       | 950 | AM18
        date         | 950 | FF01
        debtor       | 950 | AC01
        negative     | 995 | FF01
        creditor     | 995 | BE22
        bic          | 995 | RC05
        """)
    void paysTheGoodLinesOfAThousand(String damage, int good, StatusReason reason) {
        String[] batches = compact(Samples.twentyBatches()).split("(?=<PmtInf>)");
        for (int i = 1; i <= 20; i++) {
            boolean wanted = good == 950 ? i == 7 : i % 4 == 0;
            batches[i] = wanted ? damaged(batches[i], damage) : batches[i];
        }
        PaymentFile file = Samples.taken(String.join("", batches));
        assertThat(file.lineCount()).isEqualTo(1_000);
        assertThat(file.lines()).hasSize(good);
        assertThat(file.refusedLines())
                .hasSize(1_000 - good)
                .extracting(RefusedLine::reason)
                .containsOnly(reason);
        assertThat(file.batches().stream().filter(batch -> !batch.violations().isEmpty()))
                .hasSize(good == 950 ? 1 : 0);
    }

    private static String damaged(String batch, String damage) {
        return switch (damage) {
            case "control sum" -> batch.replaceFirst("<CtrlSum>[0-9.]+<", "<CtrlSum>1.00<");
            case "number" -> batch.replaceFirst("<NbOfTxs>50<", "<NbOfTxs>49<");
            case "date" -> batch.replaceFirst("<Dt>2026-03-02<", "<Dt>2026-02-30<");
            case "debtor" -> batch.replaceFirst("(<DbtrAcct><Id><IBAN>XF)..", "$1" + "00");
            case "negative" -> batch.replaceFirst("<InstdAmt Ccy=\"FLN\">", "<InstdAmt Ccy=\"FLN\">-");
            case "creditor" -> batch.replaceFirst("<Cdtr>.*?</Cdtr>", "");
            case "bic" -> batch.replaceFirst("<CdtrAgt>(.*?)FLORXFAA", "<CdtrAgt>$1" + "FLORQQAA");
            default -> throw new AssertionError(damage);
        };
    }

    @ParameterizedTest
    @CsvSource({"FLORXFAA, true", "DEUTDEFF500, true", "NCBVXKPR, true", "FLORQQAA, false", "FLORZZAA, false"})
    void aBicIsOfACountry(String bic, boolean taken) {
        String text = compact(three).replaceFirst("(<CdtrAgt>.*?)FLORXFAA", "$1" + bic);
        assertThat(Samples.taken(text).lines()).hasSize(taken ? 3 : 2);
    }

    @Test
    void refusesACreditorWithoutAName() {
        String text = compact(three);
        String nameless = text.replaceFirst("<Cdtr><Nm>.*?</Nm></Cdtr>", "<Cdtr><CtryOfRes>DE</CtryOfRes></Cdtr>");
        for (String broken : List.of(text.replaceFirst("<Cdtr>.*?</Cdtr>", ""), nameless)) {
            PaymentFile file = Samples.taken(broken);
            assertThat(file.lines()).extracting(PaymentLine::number).containsExactly(2, 3);
            assertThat(file.refusedLines().getFirst().reason()).isEqualTo(StatusReason.BE22);
        }
    }

    @Test
    void refusesAPaymentLineInAPlaceOfNone() {
        String hidden = Samples.with(compact(three), "<GrpHdr>", "<GrpHdr><CdtTrfTxInf><Rubbish/></CdtTrfTxInf>");
        assertThat(Samples.refusal(hidden)).extracting(Violation::rule).containsExactly(Rule.ELEMENT_UNEXPECTED);
    }

    @Test
    void refusesALineFromAnotherNamespace() {
        String foreign = compact(three).replaceFirst("<CdtTrfTxInf>", "<CdtTrfTxInf xmlns=\"urn:other\">");
        PaymentFile file = Samples.taken(foreign);
        assertThat(file.lines()).extracting(PaymentLine::endToEndId).containsExactly("E2E-2", "E2E-3");
    }

    @Test
    void takesBlankReferencesAndRefusesBlankAccounts() {
        String blank = Samples.with(compact(three), "<EndToEndId>E2E-2<", "<EndToEndId> <");
        assertThat(Samples.taken(blank).lines()).hasSize(3);
        String iban = Samples.person(2).account().orElseThrow().value();
        String account = Samples.with(compact(three), "<IBAN>" + iban + "</IBAN>", "<Othr><Id> </Id></Othr>");
        assertThat(Samples.taken(account).refusedLines().getFirst().reason()).isEqualTo(StatusReason.AC03);
    }

    @Test
    void refusesPaymentByChequeForEveryLine() {
        PaymentFile file = Samples.taken(Samples.with(three, "TRF", "CHK"));
        assertThat(file.lines()).isEmpty();
        assertThat(file.refusedLines())
                .extracting(RefusedLine::reason)
                .containsOnly(StatusReason.FF03)
                .hasSize(3);
    }

    @Test
    void readsOtherAccountsAndDatesWithTime() {
        String iban = Samples.person(2).account().orElseThrow().value();
        String other = Samples.with(compact(three), "<IBAN>" + iban + "</IBAN>", "<Othr><Id>wallet-7</Id></Othr>")
                .replace("<Dt>2026-03-02</Dt>", "<DtTm>2026-03-02T23:59:59.123456789123+01:00</DtTm>")
                .replaceFirst("<CreDtTm>[^<]*<", "<CreDtTm>2026-03-02T12:00:00.12345678912345<");
        PaymentFile file = Samples.taken(other);
        assertThat(file.lines().get(1).creditorAccount()).isEqualTo(new OtherAccountId("wallet-7"));
        assertThat(file.batches().getFirst().requestedDate()).contains(Samples.NOON.toLocalDate());
        assertThat(file.createdAt()).isEqualTo("2026-03-02T12:00:00.123456789Z");
    }

    /// Midnight at the bank divides days, wherever the payer is; a time without an offset is the bank's.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        <DtTm>2026-03-02T23:30:00Z</DtTm>      | 2026-03-03
        <DtTm>2026-03-02T22:59:59Z</DtTm>      | 2026-03-02
        <DtTm>2026-03-03T01:00:00.5+03:00</DtTm> | 2026-03-02
        <DtTm>2026-03-02T23:59:59</DtTm>       | 2026-03-02
        <Dt>2026-03-02</Dt>                    | 2026-03-02
        <Dt>2026-03-02-10:00</Dt>              | 2026-03-02
        """)
    void aDateIsADayOfTheBanksZone(String stated, LocalDate day) {
        PaymentFileReader reader =
                new PaymentFileReader(Samples.MODELS, Samples.FLN, ReadLimits.DEFAULT, ZoneId.of("Europe/Luxembourg"));
        String xml = Samples.with(compact(three), "<Dt>2026-03-02</Dt>", stated);

        assertThat(reader.read(Samples.bytes(xml)))
                .isInstanceOfSatisfying(
                        Reading.Taken.class,
                        taken -> assertThat(taken.file().lines())
                                .extracting(PaymentLine::requestedDate)
                                .containsOnly(Optional.of(day)));
    }

    @Test
    void refusesMessagesThatAreNoPaymentFiles() {
        StatusReport report = StatusReport.of(
                "R-1",
                Samples.NOON,
                Samples.taken(three),
                Samples.outcomes(Samples.taken(three), line -> Outcome.of(PaymentStatus.ACSC)));
        byte[] xml = new StatusReportWriter().pacs002(report, Samples.BANK, java.util.Optional.empty());
        assertThat(Samples.refusal(new String(xml, java.nio.charset.StandardCharsets.UTF_8)))
                .extracting(Violation::rule)
                .containsExactly(Rule.MESSAGE_NOT_SUPPORTED);
    }

    @Test
    void boundsWhatItReportsOfOneLineAndOfAFile() {
        String noise = "<Rubbish/>".repeat(500);
        PaymentFile file = Samples.taken(Samples.with(compact(three), "<RmtInf><Ustrd>Line 2</Ustrd></RmtInf>", noise));
        assertThat(file.refusedLines().getFirst().violations()).hasSize(Findings.PER_LINE_MAX);
        assertThat(Samples.refusal(Samples.with(compact(three), "<GrpHdr>", "<GrpHdr>" + noise)))
                .hasSize(Findings.PER_FILE_MAX);
    }

    private static String compact(String xml) {
        return xml.replaceAll(">\\s+<", "><");
    }
}

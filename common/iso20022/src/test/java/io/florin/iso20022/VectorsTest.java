package io.florin.iso20022;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Messages written by others (`src/test/resources/vectors/iso20022`, see the README there): good ones are taken, or
/// refused for the business reason that the table says; bad ones are refused with the place and the rule.
class VectorsTest {
    private static final Path VECTORS = Path.of("src/test/resources/vectors/iso20022");

    private static final String PAYABLE_TABLE = """
        pacs.008_cbpr-ur_cbprplus_pacs008_2025.xml            | pacs.008.001.08 | RON | 1 |
        pacs.008_cbpr-ur_pacs.008.max.xml                     | pacs.008.001.08 | EUR | 1 |
        pacs.008_cbpr-ur_pacs.008.min.xml                     | pacs.008.001.08 | EUR | 0 | CREDITOR_ACCOUNT_MISSING
        pacs.008_cbpr-ur_pacs008_valid.xml                    | pacs.008.001.08 | EUR | 0 | CREDITOR_ACCOUNT_MISSING
        pacs.008_cbpr-ur_pacs_008_stp_2025_valid.xml          | pacs.008.001.08 | USD | 1 |
        pacs.008_pacs008_pacs.008.001.01.xml                  | pacs.008.001.01 | EUR | 0 | CREDITOR_ACCOUNT_MISSING
        pacs.008_pacs008_pacs.008.001.02.xml                  | pacs.008.001.02 | EUR | 0 | CREDITOR_ACCOUNT_MISSING
        pacs.008_pacs008_pacs.008.001.08.xml                  | pacs.008.001.08 | EUR | 0 | CREDITOR_ACCOUNT_MISSING
        pacs.008_pm4ml_pacs.008.outgoing.valid.xml            | pacs.008.001.08 | RWF | 1 |
        pain.001_cbpr-ur_pain.001.max.xml                     | pain.001.001.09 | EUR | 0 | EQUIVALENT_AMOUNT_NOT_SUPPORTED PAYMENT_METHOD_NOT_SUPPORTED
        pain.001_cbpr-ur_pain.001.min.xml                     | pain.001.001.09 | EUR | 0 | PAYMENT_METHOD_NOT_SUPPORTED CREDITOR_NAME_MISSING CREDITOR_ACCOUNT_MISSING
        pain.001_cbpr-ur_pain_001_2025_valid.xml              | pain.001.001.09 | EUR | 1 |
        pain.001_dutch-sepa_pain.001.001.03-voorbeeldbestand.xml | pain.001.001.03 | EUR | 1 |
        pain.001_pyiso20022_pain001_001_08.xml                | pain.001.001.08 | GBP | 1 |
        """;

    /// Read as if the bank paid in the file's own currency, so that everything but the currency is judged.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = PAYABLE_TABLE)
    void takesGoodPaymentFilesOrNamesTheBusinessReason(
            String name, String definition, String currency, int payable, String reasons) {
        PaymentFileReader own = new PaymentFileReader(Samples.MODELS, new SupportedCurrency(currency, 2));
        PaymentFile file = taken(own, name);

        assertThat(file.definition().id()).isEqualTo(definition);
        assertThat(file.lineCount()).isEqualTo(1);
        assertThat(file.lines()).hasSize(payable);
        List<Rule> expected = reasons == null
                ? List.of()
                : Arrays.stream(reasons.split(" ")).map(Rule::valueOf).toList();
        assertThat(rules(file)).containsExactlyElementsOf(expected);
        assertThat(rules(file)).allMatch(Rule::business);
    }

    /// A bank's file says its day in the line or in the header.
    @ParameterizedTest
    @CsvSource({
        "pacs.008_cbpr-ur_cbprplus_pacs008_2025.xml, RON, 2022-10-20",
        "pacs.008_cbpr-ur_pacs.008.max.xml, EUR, 2026-01-01",
        "pacs.008_pm4ml_pacs.008.outgoing.valid.xml, RWF, 2021-07-13"
    })
    void aSettlementDateIsTheDayOfALine(String name, String currency, LocalDate day) {
        PaymentFileReader own = new PaymentFileReader(Samples.MODELS, new SupportedCurrency(currency, 2));
        assertThat(taken(own, name).lines())
                .extracting(PaymentLine::requestedDate)
                .containsExactly(Optional.of(day));
    }

    /// Florin pays in FLN: none of these files is payable, and currency (or conversion) is the first reason given.
    @ParameterizedTest
    @ValueSource(strings = {"pain.001", "pacs.008"})
    void refusesOtherCurrenciesAsABusinessReason(String type) {
        PaymentFileReader reader = new PaymentFileReader(Samples.MODELS, Samples.FLN);
        for (String name : names("valid", type)) {
            PaymentFile file = taken(reader, name);
            assertThat(file.lines()).as(name).isEmpty();
            assertThat(rules(file)).as(name).allMatch(Rule::business);
            assertThat(file.refusedLines().getFirst().reason()).as(name).isEqualTo(StatusReason.AM03);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pain.001", "pacs.008", "pacs.002", "camt.053"})
    void findsNothingWrongWithGoodMessages(String type) {
        List<String> names = names("valid", type);
        assertThat(names).isNotEmpty();
        for (String name : names) {
            assertThat(Samples.violations(bytes("valid", name))).as(name).isEmpty();
        }
    }

    private static final String SCHEMA_TABLE = """
        camt.053_genkgo-camt_camt053.v2.wrong.xml | ELEMENT_MISSING | /Document/BkToCstmrStmt/Stmt
        pacs.002_cbpr-ur_pacs_002_2025_invalid.xml | ELEMENT_OUT_OF_ORDER | /RequestPayload/Document/FIToFIPmtStsRpt/TxInfAndSts/StsRsnInf/Orgtr/PstlAdr
        pacs.002_cbpr-ur_pacs_002_2025_invalid.xml | VALUE_PATTERN | /RequestPayload/Document/FIToFIPmtStsRpt/TxInfAndSts/InstgAgt/FinInstnId/BICFI
        pacs.002_cbpr-ur_pacs_002_2025_invalid.xml | HEADER_MESSAGE_TYPE | /RequestPayload/AppHdr/MsgDefIdr
        pacs.002_prowide_pacs.002-CDATA-namespace-noprefix.xml | VALUE_LENGTH | /Document/FIToFIPmtStsRpt/OrgnlGrpInfAndSts/StsRsnInf/AddtlInf[1]
        pacs.002_prowide_samplemsg.002.001.08-invalidElement.xml | ELEMENT_UNEXPECTED | /BusMsg/Document/FIToFIPmtStsRpt/TxInfAndSts/InstrForCdtrAcct
        pacs.002_rust-iso_pacs.002.001.10.xml | ELEMENT_MISSING | /Document/FIToFIPmtStsRpt/SplmtryData[1]/Envlp/*
        pacs.008_cbpr-ur_cbprplus_pacs008_sample_xsd_issue.xml | ELEMENT_REPEATED | /Envelope/Document/FIToFICstmrCdtTrf/CdtTrfTxInf/CdtrAgt[2]
        pacs.008_cbpr-ur_cbprplus_pacs008_sequence_addr.xml | ELEMENT_OUT_OF_ORDER | /Envelope/Document/FIToFICstmrCdtTrf/CdtTrfTxInf/Dbtr/PstlAdr/TwnNm
        pacs.008_cbpr-ur_pacs008_invalid.xml | ELEMENT_OUT_OF_ORDER | /RequestPayload/Document/FIToFICstmrCdtTrf/CdtTrfTxInf/InstgAgt
        pacs.008_cbpr-ur_pacs008_invalid.xml | HEADER_BIC | /RequestPayload/Document/FIToFICstmrCdtTrf/CdtTrfTxInf/InstgAgt/FinInstnId/BICFI
        pacs.008_pacs008_pacs.008.001.03.xml | ELEMENT_UNEXPECTED | /Document/FIToFICstmrCdtTrf/CdtTrfTxInf/DbtrAgt/FinInstnId/BIC
        pacs.008_pm4ml_pacs.008.outgoing.invalid.xml | VALUE_LENGTH | /Document/FIToFICstmrCdtTrf/GrpHdr/MsgId
        pacs.008_pm4ml_pacs.008.outgoing.invalid.xml | ELEMENT_UNEXPECTED | /Document/FIToFICstmrCdtTrf/CdtTrfTxInf/Cndtn
        pain.001_cbpr-ur_pain_001_2025_invalid.xml | ELEMENT_MISSING | /RequestPayload/Document/CstmrCdtTrfInitn/PmtInf/DbtrAcct
        pain.001_cbpr-ur_pain_001_2025_invalid.xml | HEADER_MESSAGE_TYPE | /RequestPayload/AppHdr/MsgDefIdr
        pain.001_iso20022js_pain_001_ach_credit.xml | TEXT_UNEXPECTED | /Document
        pain.001_iso20022js_pain_001_ach_credit.xml | VALUE_PATTERN | /Document/CstmrCdtTrfInitn/GrpHdr/InitgPty/Id/OrgId/BICOrBEI
        pain.001_rust-iso_pain.001.001.09.xml | ELEMENT_MISSING | /Document/CstmrCdtTrfInitn/SplmtryData[1]/Envlp/*
        """;

    private static final String RULE_TABLE = """
        camt.053_iso20022js_example_camt.xml | IBAN_INVALID | /Document/BkToCstmrStmt/Stmt/Acct/Id/IBAN
        pacs.008_cbpr-ur_cbprplus_pacs008_sample_bic_mismatch.xml | HEADER_BIC | /Request/Document/FIToFICstmrCdtTrf/CdtTrfTxInf/InstgAgt/FinInstnId/BICFI
        pacs.008_cbpr-ur_cbprplus_pacs008_sample_bic_mismatch.xml | HEADER_BIC | /Request/Document/FIToFICstmrCdtTrf/CdtTrfTxInf/InstdAgt/FinInstnId/BICFI
        pain.001_iso20022js_sepa_pain_001_v3.xml | IBAN_INVALID | /Document/CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/CdtrAcct/Id/IBAN
        pain.001_moov_International_payment_USD_naujas_1.xml | IBAN_INVALID | /Document/CstmrCdtTrfInitn/PmtInf/DbtrAcct/Id/IBAN
        pain.001_pain001_pain.001.001.04.xml | NUMBER_OF_TRANSACTIONS | /Document/CstmrCdtTrfInitn/GrpHdr/NbOfTxs
        pain.001_pain001_pain.001.001.06.xml | NUMBER_OF_TRANSACTIONS | /Document/CstmrCdtTrfInitn/GrpHdr/NbOfTxs
        pain.001_pain001_pain.001.001.06.xml | CONTROL_SUM | /Document/CstmrCdtTrfInitn/GrpHdr/CtrlSum
        pain.001_pain001_pain.001.001.08.xml | NUMBER_OF_TRANSACTIONS | /Document/CstmrCdtTrfInitn/GrpHdr/NbOfTxs
        pain.001_pain001_pain.001.001.08.xml | CONTROL_SUM | /Document/CstmrCdtTrfInitn/GrpHdr/CtrlSum
        """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = SCHEMA_TABLE)
    void refusesMessagesAgainstTheirSchema(String name, Rule rule, String place) {
        refusesWithPlaceAndRule("invalid-schema", name, rule, place);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = RULE_TABLE)
    void refusesMessagesAgainstARule(String name, Rule rule, String place) {
        refusesWithPlaceAndRule("invalid-rule", name, rule, place);
    }

    @Test
    void leavesNoMessageOut() {
        assertThat(namesIn(SCHEMA_TABLE)).containsExactlyInAnyOrderElementsOf(names("invalid-schema", ""));
        assertThat(namesIn(RULE_TABLE)).containsExactlyInAnyOrderElementsOf(names("invalid-rule", ""));
        assertThat(names("valid", "")).hasSize(25);
        assertThat(namesIn(PAYABLE_TABLE))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(names("valid", "pain.001").stream(), names("valid", "pacs.008").stream())
                                .toList());
    }

    private static void refusesWithPlaceAndRule(String folder, String name, Rule rule, String place) {
        byte[] xml = bytes(folder, name);
        List<Violation> violations = Samples.violations(xml);
        assertThat(violations).anySatisfy(violation -> {
            assertThat(violation.rule()).isEqualTo(rule);
            assertThat(violation.place().path()).isEqualTo(place);
            assertThat(violation.place().line()).isPositive();
            assertThat(violation.message()).isNotBlank();
        });
        assertThat(violations).extracting(Violation::rule).noneMatch(Rule::business);
        switch (new PaymentFileReader(Samples.MODELS, Samples.FLN).read(xml)) {
            case Reading.Taken(PaymentFile file) -> assertThat(file.lines()).isEmpty();
            case Reading.Refused refused -> assertThat(refused.violations()).isNotEmpty();
        }
    }

    private static PaymentFile taken(PaymentFileReader reader, String name) {
        return switch (reader.read(bytes("valid", name))) {
            case Reading.Taken(PaymentFile file) -> file;
            case Reading.Refused refused -> throw new AssertionError(name + " refused: " + refused.violations());
        };
    }

    private static List<Rule> rules(PaymentFile file) {
        return file.refusedLines().stream()
                .flatMap(line -> line.violations().stream())
                .map(Violation::rule)
                .toList();
    }

    private static Set<String> namesIn(String table) {
        return table.lines()
                .map(line -> line.substring(0, line.indexOf(' ')))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> names(String folder, String prefix) {
        try (Stream<Path> files = Files.list(VECTORS.resolve(folder))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(prefix))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static byte[] bytes(String folder, String name) {
        try {
            return Files.readAllBytes(VECTORS.resolve(folder).resolve(name));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}

package io.florin.iso20022;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusReportWriterTest {
    private static final StatusReportWriter WRITER = new StatusReportWriter();
    private static final Bic OTHER = new Bic("OTHRXFBB");

    @Test
    void reportsEveryLineWithItsStatusReasonAndReferences() throws RefusedFile {
        String xml = Samples.with(Samples.threeLines(), "Ccy=\"FLN\">2.00", "Ccy=\"EUR\">2.00");
        PaymentFile file = Samples.taken(xml);
        Outcome settled = new Outcome(
                PaymentStatus.ACSC, List.of(), Optional.of("FLR-0001"), Optional.of(Samples.NOON.plusSeconds(3)));
        StatusReport report = StatusReport.of(
                "STS-1",
                Samples.NOON,
                file,
                Samples.outcomes(
                        file,
                        line -> line.number() == 1
                                ? settled
                                : Outcome.rejected(StatusReason.AM04, "insufficient funds")));

        byte[] pacs = WRITER.pacs002(report, Samples.BANK, Optional.of(OTHER));

        assertThat(Samples.violations(pacs)).isEmpty();
        XmlNode body = body(pacs);
        assertThat(body.textAt("GrpHdr", "MsgId")).contains("STS-1");
        assertThat(body.textAt("GrpHdr", "InstdAgt", "FinInstnId", "BICFI")).contains("OTHRXFBB");
        assertThat(body.textAt("OrgnlGrpInfAndSts", "OrgnlMsgId")).contains("MSG-1");
        assertThat(body.textAt("OrgnlGrpInfAndSts", "OrgnlMsgNmId")).contains("pain.001.001.09");
        assertThat(body.textAt("OrgnlGrpInfAndSts", "GrpSts")).contains("PART");
        assertThat(body.textAt("OrgnlGrpInfAndSts", "OrgnlNbOfTxs")).contains("3");
        List<XmlNode> lines = body.all("TxInfAndSts");
        assertThat(lines).extracting(line -> line.textAt("TxSts").orElse("")).containsExactly("ACSC", "RJCT", "RJCT");
        assertThat(lines)
                .extracting(line -> line.textAt("OrgnlEndToEndId").orElse(""))
                .containsExactly("E2E-1", "E2E-3", "E2E-2");
        assertThat(lines)
                .extracting(line -> line.textAt("StsRsnInf", "Rsn", "Cd").orElse(""))
                .containsExactly("", "AM04", "AM03");
        assertThat(lines.getFirst().textAt("AcctSvcrRef")).contains("FLR-0001");
        assertThat(lines.getFirst().textAt("AccptncDtTm"))
                .hasValueSatisfying(
                        text -> assertThat(PaymentFileReader.dateTime(text)).isEqualTo(Samples.NOON.plusSeconds(3)));
        assertThat(lines.getFirst().textAt("OrgnlUETR"))
                .isEqualTo(file.lines().getFirst().ids().uetr().map(Uetr::value));
    }

    @Test
    void reportsACustomersFileByBatch() throws RefusedFile {
        PaymentFile file = Samples.taken(Samples.threeLines());
        StatusReport report = StatusReport.of(
                "STS-1", Samples.NOON, file, Samples.outcomes(file, line -> Outcome.of(PaymentStatus.PDNG)));

        byte[] pain = WRITER.pain002(report, Samples.BANK);

        assertThat(Samples.violations(pain)).isEmpty();
        XmlNode body = body(pain);
        assertThat(body.textAt("OrgnlGrpInfAndSts", "GrpSts")).contains("PDNG");
        assertThat(body.all("OrgnlPmtInfAndSts")).hasSize(1);
        assertThat(body.textAt("OrgnlPmtInfAndSts", "OrgnlPmtInfId")).contains("BATCH-1");
        assertThat(body.at("OrgnlPmtInfAndSts").orElseThrow().all("TxInfAndSts"))
                .hasSize(3);
    }

    @Test
    void reportsARefusedBatchAndItsReasonsBesideTheOthers() throws RefusedFile {
        String broken = Samples.twentyBatches().replaceFirst("(?s)(<PmtInfId>BATCH-7<.*?<NbOfTxs>)50<", "$1" + "49<");
        PaymentFile file = Samples.taken(broken);
        StatusReport report = StatusReport.of(
                "STS-1", Samples.NOON, file, Samples.outcomes(file, line -> Outcome.of(PaymentStatus.ACSC)));

        byte[] pain = WRITER.pain002(report, Samples.BANK);

        assertThat(Samples.violations(pain)).isEmpty();
        List<XmlNode> batches = body(pain).all("OrgnlPmtInfAndSts");
        assertThat(batches).hasSize(20);
        for (XmlNode batch : batches) {
            boolean refused = batch.textAt("OrgnlPmtInfId").orElseThrow().equals("BATCH-7");
            assertThat(batch.textAt("PmtInfSts")).contains(refused ? "RJCT" : "ACSC");
            assertThat(batch.textAt("StsRsnInf", "Rsn", "Cd"))
                    .isEqualTo(refused ? Optional.of("AM18") : Optional.empty());
            assertThat(batch.all("TxInfAndSts"))
                    .hasSize(50)
                    .allSatisfy(line -> assertThat(line.textAt("TxSts")).contains(refused ? "RJCT" : "ACSC"));
        }
    }

    @Test
    void rejectsAFileAsAWholeWithEveryReason() throws RefusedFile {
        String broken =
                Samples.threeLines().replaceFirst("<NbOfTxs>3<", "<NbOfTxs>2<").replaceFirst("6.00", "7.00");
        Reading.Refused refused = (Reading.Refused) Samples.read(broken);
        StatusReport report = Samples.report("STS-1", refused);

        for (byte[] xml :
                List.of(WRITER.pacs002(report, Samples.BANK, Optional.empty()), WRITER.pain002(report, Samples.BANK))) {
            assertThat(Samples.violations(xml)).isEmpty();
            XmlNode group = body(xml).at("OrgnlGrpInfAndSts").orElseThrow();
            assertThat(group.textAt("GrpSts")).contains("RJCT");
            assertThat(group.textAt("OrgnlMsgId")).contains("MSG-1");
            assertThat(group.all("StsRsnInf"))
                    .extracting(node -> node.textAt("Rsn", "Cd").orElse(""))
                    .containsExactly("AM18", "AM10");
        }
    }

    @Test
    void answersEvenAFileItCouldNotRead() throws RefusedFile {
        StatusReport report = Samples.report("STS-1", (Reading.Refused) Samples.read("<oops"));
        byte[] xml = WRITER.pacs002(report, Samples.BANK, Optional.empty());
        assertThat(Samples.violations(xml)).isEmpty();
        assertThat(body(xml).textAt("OrgnlGrpInfAndSts", "OrgnlMsgId")).contains("NOTPROVIDED");
        assertThat(body(xml).textAt("OrgnlGrpInfAndSts", "StsRsnInf", "Rsn", "Cd"))
                .contains("FF01");
    }

    @Test
    void writesValidReportsOfEveryRefusal() {
        String three = Samples.threeLines();
        List<String> files = List.of(
                three.replace("MSG-1", "M".repeat(36)),
                three.replace("<MsgId>MSG-1</MsgId>", ""),
                three.replace("E2E-2", "E".repeat(36)),
                three.replace("Line 2", "x".repeat(5_000)),
                three.replace("<Ustrd>Line 2</Ustrd>", "<\uD83D\uDE00x/>"),
                three.replace("<Ustrd>Line 2</Ustrd>", "<Q>\uD83D\uDE00</Q>".repeat(30)),
                three.replace(">2.00<", ">" + "\uD83D\uDE00".repeat(300) + "<"));
        for (String file : files) {
            StatusReport report = switch (Samples.read(file)) {
                case Reading.Taken taken ->
                    StatusReport.of(
                            "STS-1",
                            Samples.NOON,
                            taken.file(),
                            Samples.outcomes(taken.file(), line -> Outcome.of(PaymentStatus.ACCP)));
                case Reading.Refused refused -> Samples.report("STS-1", refused);
            };
            assertThat(Samples.violations(WRITER.pacs002(report, Samples.BANK, Optional.empty())))
                    .isEmpty();
            assertThat(Samples.violations(WRITER.pain002(report, Samples.BANK))).isEmpty();
        }
    }

    @Test
    void givesAGroupTheStatusOfItsPayments() {
        assertThat(PaymentStatus.ofGroup(List.of(PaymentStatus.ACSC, PaymentStatus.ACSC)))
                .isEqualTo(PaymentStatus.ACSC);
        assertThat(PaymentStatus.ofGroup(List.of(PaymentStatus.ACSC, PaymentStatus.PDNG)))
                .isEqualTo(PaymentStatus.PDNG);
        assertThat(PaymentStatus.ofGroup(List.of(PaymentStatus.RJCT, PaymentStatus.PDNG)))
                .isEqualTo(PaymentStatus.PART);
        assertThat(PaymentStatus.ofGroup(List.of(PaymentStatus.RJCT))).isEqualTo(PaymentStatus.RJCT);
        assertThat(PaymentStatus.ofGroup(List.of())).isEqualTo(PaymentStatus.RCVD);
    }

    private static XmlNode body(byte[] xml) throws RefusedFile {
        assertThat(new String(xml, StandardCharsets.UTF_8)).startsWith("<?xml");
        return new MessageCheck(Samples.MODELS, ReadLimits.DEFAULT).check(xml).body();
    }
}

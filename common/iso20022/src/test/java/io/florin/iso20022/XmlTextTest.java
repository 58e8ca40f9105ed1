package io.florin.iso20022;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XmlTextTest {
    private static final String NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE Document><Document xmlns='urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'/>",
                "<!DOCTYPE Document SYSTEM 'http://127.0.0.1:1/x.dtd'><Document/>",
                "<!DOCTYPE d [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;'>]><d>&b;&b;</d>",
                "<!DOCTYPE d [<!ENTITY file SYSTEM 'file:///etc/passwd'>]><d>&file;</d>",
                "<!DOCTYPE d [<!ENTITY % p SYSTEM 'file:///etc/passwd'>%p;]><d/>"
            })
    void refusesDocumentTypeDeclarations(String xml) {
        assertThat(rules(Samples.bytes(xml))).containsExactly(Rule.DOCUMENT_TYPE_DECLARED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "payroll",
                "<Document>",
                "<Document></Documen>",
                "<a/><b/>",
                "<Document>&unknown;</Document>",
                "<Document>\u0001</Document>",
                "<p:Document/>",
                "<Document a='1' a='2'/>"
            })
    void refusesTextThatIsNotWellFormed(String xml) {
        assertThat(rules(Samples.bytes(xml))).containsExactly(Rule.XML_NOT_WELL_FORMED);
    }

    @Test
    void refusesBytesThatAreNotInTheirEncoding() {
        byte[] xml = "<Document>ü</Document>".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(rules(xml)).containsExactly(Rule.XML_NOT_WELL_FORMED);
    }

    @Test
    void readsOtherEncodingsThatAreMarkedOrDeclared() {
        String text = Samples.threeLines();
        assertThat(Samples.violations(text.getBytes(StandardCharsets.UTF_16))).isEmpty();
        String latin = text.replaceFirst("encoding=\"[^\"]*\"", "encoding=\"iso-8859-1\"");
        assertThat(Samples.violations(latin.getBytes(StandardCharsets.ISO_8859_1)))
                .isEmpty();
        assertThat(Samples.violations(Samples.bytes("\uFEFF" + text))).isEmpty();
        String unknown = text.replaceFirst("encoding=\"[^\"]*\"", "encoding=\"IBM037\"");
        assertThat(rules(Samples.bytes(unknown))).containsExactly(Rule.XML_NOT_WELL_FORMED);
    }

    @Test
    void refusesFilesBeyondTheLimits() {
        assertThat(rules(new byte[ReadLimits.DEFAULT.bytesMax() + 1])).containsExactly(Rule.FILE_TOO_LARGE);
        assertThat(rules(Samples.bytes("<a>".repeat(100) + "</a>".repeat(100)))).containsExactly(Rule.TOO_DEEP);
        assertThat(rules(Samples.bytes("<a>" + "<b/>".repeat(600_001) + "</a>")))
                .containsExactly(Rule.TOO_MANY_ELEMENTS);
        String lines = "<Document xmlns='" + NAMESPACE + "'><CstmrCdtTrfInitn><PmtInf>"
                + "<CdtTrfTxInf/>".repeat(10_001) + "</PmtInf></CstmrCdtTrfInitn></Document>";
        assertThat(rules(Samples.bytes(lines))).containsExactly(Rule.TOO_MANY_LINES);
    }

    /// Anything quadratic in these files takes minutes; the bound leaves room for a slow machine.
    @Test
    void staysFastOnTheWorstFilesWithinTheLimits() {
        String head = "<Document xmlns='" + NAMESPACE + "'><CstmrCdtTrfInitn><PmtInf>";
        String tail = "</PmtInf></CstmrCdtTrfInitn></Document>";
        StringBuilder differing = new StringBuilder(head);
        for (int i = 0; i < 500_000; i++) {
            differing.append("<e").append(i).append("/>");
        }
        byte[] names = Samples.bytes(differing.append(tail).toString());
        byte[] lines = Samples.bytes(head + "<CdtTrfTxInf>x</CdtTrfTxInf>".repeat(10_000) + tail);
        byte[] digits = Samples.bytes(Samples.threeLines().replace(">2.00<", ">" + "9".repeat(7_000_000) + "<"));
        byte[] entities = Samples.bytes(Samples.threeLines().replace("Line 2", "&amp;".repeat(1_400_000)));
        for (byte[] xml : List.of(names, lines, digits, entities)) {
            Duration start = Samples.workDone();
            assertThat(rules(xml)).isNotEmpty();
            assertThat(Samples.workDone().minus(start)).isLessThan(Duration.ofSeconds(20));
        }
    }

    @Test
    void answersEveryMutilatedFile() {
        byte[] good = Samples.bytes(Samples.threeLines());
        Random random = new Random(53);
        PaymentFileReader reader = new PaymentFileReader(Samples.MODELS, Samples.FLN);
        for (int i = 0; i < 3_000; i++) {
            byte[] bad = good.clone();
            for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt(i % 2 == 0 ? 256 : 128);
            }
            Reading reading = reader.read(bad);
            assertThat(reading).isNotNull();
        }
        for (int length = 0; length < Samples.threeLines().lastIndexOf("Document>"); length += 7) {
            byte[] cut = java.util.Arrays.copyOf(good, length);
            assertThat(reader.read(cut)).isInstanceOf(Reading.Refused.class);
        }
    }

    private static List<Rule> rules(byte[] xml) {
        return Samples.violations(xml).stream().map(Violation::rule).distinct().toList();
    }
}

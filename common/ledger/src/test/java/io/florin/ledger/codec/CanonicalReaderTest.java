package io.florin.ledger.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CanonicalReaderTest {

    @Test
    void readsWhatTheWriterWrote() {
        byte[] bytes = new CanonicalWriter(1)
                .u8(255)
                .u16(65_535)
                .u32(4_294_967_295L)
                .u63(Long.MAX_VALUE)
                .flag(true)
                .text("Zürich €")
                .toByteArray();
        CanonicalReader reader = new CanonicalReader(bytes);

        assertThat(reader.u8()).isEqualTo(255);
        assertThat(reader.u16()).isEqualTo(65_535);
        assertThat(reader.u32()).isEqualTo(4_294_967_295L);
        assertThat(reader.u63()).isEqualTo(Long.MAX_VALUE);
        assertThat(reader.flag()).isTrue();
        assertThat(reader.text(20)).isEqualTo("Zürich €");
        reader.end();
    }

    @Test
    void refusesNumbersOutOfRange() {
        assertRefused("02", CanonicalReader::flag);
        assertRefused("8000000000000000", CanonicalReader::u63);
        assertThatThrownBy(() -> new CanonicalWriter().u8(256)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new CanonicalWriter().u16(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new CanonicalWriter().u32(1L << 32)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new CanonicalWriter().u63(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesLengthsThatAreNotThereBeforeItAllocates() {
        assertRefused("7fffffff00", reader -> reader.bytes(Integer.MAX_VALUE));
        assertRefused("ffffffff00", reader -> reader.bytes(Integer.MAX_VALUE));
        assertRefused("0000000300", reader -> reader.bytes(2));
        assertRefused("ffff00", reader -> reader.text(65_535));
        assertRefused("000300", reader -> reader.text(2));
        assertRefused("00", reader -> reader.list(Integer.MAX_VALUE, Integer.MAX_VALUE, reader::u8));
        assertRefused("00", reader -> reader.list(3, 2, reader::u8));
        assertRefused("00", reader -> reader.fixed(-1));
    }

    @Test
    void refusesTextThatIsNotUtf8() {
        for (String bad : List.of("0001ff", "0002c080", "0003eda080", "0001c3")) {
            assertRefused(bad, reader -> reader.text(10));
        }
    }

    @Test
    void writesNoTextThatReadsBackAsAnother() {
        assertThatThrownBy(() -> new CanonicalWriter().text("a\ud800")).isInstanceOf(IllegalArgumentException.class);
        byte[] bytes = new CanonicalWriter().text("\ud83d\ude00").toByteArray();
        assertThat(new CanonicalReader(bytes).text(4)).isEqualTo("\ud83d\ude00");
    }

    @Test
    void turnsRefusalsOfConstructorsIntoDecodingFailures() {
        assertRefused("00", _ -> {
            throw new IllegalArgumentException("no");
        });
        assertRefused("00", _ -> Math.addExact(Long.MAX_VALUE, 1));
        assertRefused("0000", CanonicalReader::u8);
    }

    @Test
    void keepsDomainSeparatorsApart() {
        Set<String> separators = new HashSet<>();
        for (Domain domain : Domain.values()) {
            String separator = HexFormat.of().formatHex(domain.separator());
            assertThat(separators.stream().filter(other -> other.startsWith(separator) || separator.startsWith(other)))
                    .isEmpty();
            separators.add(separator);
        }
        assertThat(Arrays.stream(Domain.values())
                        .map(domain -> domain.hash(new byte[3]))
                        .distinct())
                .hasSize(Domain.values().length);
    }

    /// Domains under which stored and published bytes were signed.
    @Test
    void keepsTheWideSeparatorsAsTheyWere() {
        assertThat(HexFormat.of().formatHex(Domain.AUDIT_EVENT.separator()))
                .isEqualTo("000015" + hex("florin/v1/audit-event"));
        assertThat(HexFormat.of().formatHex(Domain.ENDORSER_DIRECTORY.separator()))
                .isEqualTo("00001c" + hex("florin/v2/endorser-directory"));
        assertThat(HexFormat.of().formatHex(Domain.SUPPLY_PROOF.separator()))
                .isEqualTo("16" + hex("florin/v1/supply-proof"));
    }

    private static String hex(String ascii) {
        return HexFormat.of().formatHex(ascii.getBytes(StandardCharsets.US_ASCII));
    }

    private static void assertRefused(String hex, java.util.function.Function<CanonicalReader, Object> decoder) {
        assertThatThrownBy(() -> CanonicalReader.decode(HexFormat.of().parseHex(hex), decoder))
                .isInstanceOf(DecodeException.class);
    }
}

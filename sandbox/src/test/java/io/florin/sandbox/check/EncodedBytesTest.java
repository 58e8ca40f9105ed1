package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class EncodedBytesTest {
    private static final Pattern RUN = Pattern.compile("[0-9A-Za-z+/_-]{12,}");
    private static final byte[] SECRET = "Ada Lovelace".getBytes(StandardCharsets.UTF_8);

    private static boolean shows(String text) {
        return EncodedBytes.in(text).stream()
                .anyMatch(found -> new String(found, StandardCharsets.ISO_8859_1).contains("Ada Lovelace"));
    }

    @Test
    void findsHexadecimalDigitsAtEitherPlaceAndAsPostgresShowsThem() {
        String hex = HexFormat.of().formatHex(SECRET);
        assertThat(shows("a," + hex + ",b")).isTrue();
        assertThat(shows("f" + hex.toUpperCase(Locale.ROOT))).isTrue();
        assertThat(shows("\\x" + hex)).isTrue();
        assertThat(shows("y" + hex)).as("no hexadecimal digits").isFalse();
    }

    @Test
    void findsBase64OfEitherAlphabetAtEachPlace() {
        for (String before : List.of("", "A", "AB", "ABC")) {
            assertThat(shows(before + Base64.getEncoder().encodeToString(SECRET) + "\""))
                    .isTrue();
            assertThat(shows("=" + before
                            + Base64.getUrlEncoder().withoutPadding().encodeToString(SECRET)))
                    .isTrue();
        }
        byte[] both = {(byte) 0xFB, (byte) 0xEF, (byte) 0xBE, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 1, 2, 3};
        assertThat(EncodedBytes.in(Base64.getUrlEncoder().encodeToString(both))).contains(both);
        assertThat(EncodedBytes.in(Base64.getEncoder().encodeToString(both))).contains(both);
    }

    /// Runs begin and end where a regular expression finds them.
    @Test
    void looksAtEveryRunOfAtLeastTwelveDigitsAndAtNoOther() {
        Random random = new Random(1);
        String characters = "09azAZfFx+/_- .,=@[`{:\u00e9\u0130";
        for (int count = 0; count < 2_000; count++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(60); i > 0; i--) {
                int range = random.nextInt(4) == 0 ? characters.length() : 13;
                text.append(characters.charAt(random.nextInt(range)));
            }
            String drawn = text.toString();
            List<String> runs =
                    RUN.matcher(drawn).results().map(MatchResult::group).toList();
            List<byte[]> expected =
                    runs.stream().flatMap(run -> EncodedBytes.in(run).stream()).toList();
            assertThat(EncodedBytes.in(drawn)).as(drawn).containsExactlyElementsOf(expected);
            assertThat(runs)
                    .as(drawn)
                    .allSatisfy(run -> assertThat(EncodedBytes.in(run)).hasSizeBetween(2, 4));
        }
    }
}

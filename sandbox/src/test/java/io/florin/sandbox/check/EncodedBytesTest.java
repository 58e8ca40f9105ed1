package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncodedBytesTest {
    private static final Pattern HEX = Pattern.compile("[0-9A-Fa-f]{12,}");
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
    }

    /// A path, a word or a prefix makes a run of it that is no hexadecimal digits throughout.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /v1/x/%s",
                "/v1/x/%s/balance",
                "wallet-%s",
                "%s-wallet",
                "eid_%s",
                "0x%s",
                "0X%sL",
                "y%s",
                "%sz",
                "xx%sxx",
                "x%sx",
                "id+%s",
                "a-wallet-%s/of/somebody_else",
                "/%s",
                "deadbeef-%s"
            })
    void findsHexadecimalDigitsWhateverStandsAroundThem(String around) {
        String hex = HexFormat.of().formatHex(SECRET);
        assertThat(shows(around.formatted(hex))).isTrue();
        assertThat(shows("b" + around.formatted("c" + hex.toUpperCase(Locale.ROOT))))
                .isTrue();
        assertThat(shows(around.formatted("g" + hex.substring(1)))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {":", "-", " ", ", ", "%", "\\x", ", 0x", "."})
    void findsPairsOfHexadecimalDigits(String between) {
        String pairs = HexFormat.ofDelimiter(between).formatHex(SECRET);
        assertThat(shows(pairs)).isTrue();
        assertThat(shows("id=0x" + pairs.toUpperCase(Locale.ROOT) + ";")).isTrue();
        assertThat(shows("12" + between + "34" + between + pairs)).isTrue();
        assertThat(shows(pairs.replaceFirst("4c", "4g")))
                .as("a pair that is none")
                .isFalse();
    }

    @Test
    void findsNumbersOfBytes() {
        byte[] signed = {95, 43, -100, -47, 14, 122, 68, -125};
        String list = Arrays.toString(signed);
        assertThat(EncodedBytes.in("eid=" + list)).contains(signed);
        assertThat(EncodedBytes.in(list.replace(" ", ""))).contains(signed);
        assertThat(EncodedBytes.in("{\"a\":[95,43,156,209,14,122,68,131]}")).contains(signed);
        assertThat(EncodedBytes.in("[95,43,156,209,256,14,122,68,131]")).isEmpty();
        assertThat(EncodedBytes.in("[95,43,156,209,14]")).as("too few").isEmpty();
        assertThat(EncodedBytes.in("x95,43,156,209,14,122,68,131"))
                .containsExactly(new byte[] {43, -100, -47, 14, 122, 68, -125});
    }

    @Test
    void findsWhatWasEscapedForUrlAndJson() {
        assertThat(shows("GET /v1/people?name=Ada%20Lovelace&x=1")).isTrue();
        assertThat(shows("{\"name\":\"Ada\\u0020Lovelace\"}")).isTrue();
        assertThat(shows("Ada\n%20Lovelace")).as("on two lines").isFalse();
        assertThat(EncodedBytes.in("{\"key\":\"a\\/b\\u00e9%C3%A9c%zz\\u00\"}"))
                .contains("{\"key\":\"a/b\u00e9\u00e9c%zz\\u00\"}".getBytes(StandardCharsets.UTF_8));
        assertThat(EncodedBytes.in("%41%42")).as("too short").isEmpty();
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
        String characters = "09azAZfFx+/_- .;=@[`{:\u00e9\u0130";
        for (int count = 0; count < 2_000; count++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(60); i > 0; i--) {
                int range = random.nextInt(4) == 0 ? characters.length() : 8;
                text.append(characters.charAt(random.nextInt(range)));
            }
            String drawn = text.toString();
            List<String> runs =
                    RUN.matcher(drawn).results().map(MatchResult::group).toList();
            List<byte[]> expected = runs.stream().flatMap(run -> decoded(run)).toList();
            assertThat(EncodedBytes.in(drawn)).as(drawn).containsExactlyElementsOf(expected);
        }
    }

    /// As regular expressions have it: digits of hexadecimal numbers twice, anything else as Base64 four times.
    private static Stream<byte[]> decoded(String run) {
        Stream<byte[]> hex = HEX.matcher(run)
                .results()
                .map(MatchResult::group)
                .flatMap(digits -> Stream.of(0, 1)
                        .map(from -> HexFormat.of()
                                .parseHex(digits.substring(from, digits.length() - (digits.length() - from) % 2))));
        Stream<byte[]> base64 = run.matches("x?[0-9A-Fa-f]{12,}")
                ? Stream.of()
                : Stream.of(0, 1, 2, 3).map(from -> {
                    String digits = run.substring(from).replace('-', '+').replace('_', '/');
                    return Base64.getDecoder()
                            .decode(digits.length() % 4 == 1 ? digits.substring(0, digits.length() - 1) : digits);
                });
        return Stream.concat(hex, base64);
    }
}

package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import java.math.BigInteger;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SecretSearchTest {
    private static final Bytes ENROLLMENT =
            Bytes.fromHex("5f2b9cd10e7a4483b1c06d9f00aa17e3c25d8841fe0b7796a3d45c1182be6903");
    private static final long AMOUNT = 316_841;

    static Stream<byte[]> leaks() {
        byte[] id = ENROLLMENT.toArray();
        byte[] inside = new byte[id.length + 5];
        System.arraycopy(id, 0, inside, 4, id.length);
        byte[] shifted = new byte[id.length + 1];
        System.arraycopy(id, 0, shifted, 1, id.length);
        byte[] reversed = new byte[id.length];
        for (int i = 0; i < id.length; i++) {
            reversed[i] = id[id.length - 1 - i];
        }
        return Stream.of(
                inside,
                reversed,
                text("{\"eid\":\"" + ENROLLMENT.toHex() + "\"}"),
                text("{\"body\":\"\\\\x00" + ENROLLMENT.toHex() + "ff\"}"),
                text("EID=" + ENROLLMENT.toHex().toUpperCase(Locale.ROOT)),
                text("GET /v1/holders/eid-" + ENROLLMENT.toHex() + "/notes HTTP/1.1"),
                text("0x" + ENROLLMENT.toHex() + "u256"),
                text("eid=" + new BigInteger(1, id)),
                text(new BigInteger(1, reversed).toString()),
                text(new BigInteger(1, id).toString(16).substring(1)),
                text(Arrays.toString(id)),
                text(HexFormat.ofDelimiter(":").formatHex(id)),
                text("key=" + URLEncoder.encode(Base64.getEncoder().encodeToString(id), StandardCharsets.UTF_8)),
                text("{\"key\":\"" + Base64.getEncoder().encodeToString(id).replace("/", "\\/") + "\"}"),
                text("\\x"
                        + Bytes.of(text("{\"eid\":\"" + ENROLLMENT.toHex() + "\"}"))
                                .toHex()),
                text(Base64.getEncoder().encodeToString(text("{\"eid\":\"" + ENROLLMENT.toHex() + "\"}"))),
                text("a" + Base64.getEncoder().encodeToString(id)),
                text(Base64.getEncoder().encodeToString(inside)),
                text(Base64.getUrlEncoder().withoutPadding().encodeToString(shifted)));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static SecretSearch search() {
        return LeakCheck.search(Stream.of(ENROLLMENT), List.of(AMOUNT), _ -> new HashSet<>());
    }

    @ParameterizedTest
    @MethodSource("leaks")
    void findsAnEnrollmentIdHoweverItIsWritten(byte[] content) {
        SecretSearch search = search();
        search.look("somewhere", text("nothing"), true);
        search.look("here", content, true);
        assertThat(search.flaw()).contains("here shows an enrollment id");
    }

    @Test
    void findsNothingInOtherBytes() {
        byte[] other = ENROLLMENT.toArray();
        other[7] ^= 1;
        SecretSearch search = search();
        search.look("here", other, true);
        search.look(
                "here",
                text(Base64.getEncoder().encodeToString(other) + Bytes.of(other).toHex()),
                true);
        assertThat(search.flaw()).isEmpty();
    }

    @Test
    void findsAmountsWhereTheyMayNotBe() {
        SecretSearch search = search();
        search.look("the auditor", text("{\"amount\":" + AMOUNT + "}"), false);
        assertThat(search.flaw()).isEmpty();
        search.look("the endorser", text("{\"amount\":" + AMOUNT + "}"), true);
        assertThat(search.flaw()).contains("the endorser shows amounts");
    }

    /// A later search for the same passes over what was clean, and only over that.
    @Test
    void remembersWhatItFoundClean() {
        Map<Bytes32, Set<Bytes32>> memory = new HashMap<>();
        Function<Bytes32, Set<Bytes32>> clean = search -> memory.computeIfAbsent(search, _ -> new HashSet<>());
        byte[] id = text(ENROLLMENT.toHex());
        byte[] amount = text("{\"amount\":" + AMOUNT + "}");
        byte[] other = text("{\"amount\":904122}");
        for (int time = 0; time < 2; time++) {
            SecretSearch search = LeakCheck.search(Stream.of(ENROLLMENT), List.of(AMOUNT), clean);
            search.look("a", other, true);
            search.look("b", id, false);
            search.look("c", amount, true);
            assertThat(search.flaw()).contains("b shows an enrollment id; c shows amounts");
            assertThat(memory.values())
                    .singleElement()
                    .satisfies(found -> assertThat(found).hasSize(1));
        }
        SecretSearch where = LeakCheck.search(Stream.of(ENROLLMENT), List.of(AMOUNT), clean);
        where.look("a", amount, false);
        assertThat(where.flaw()).as("where amounts may be known").isEmpty();
        where.look("b", amount, true);
        assertThat(where.flaw()).contains("b shows amounts");
        SecretSearch another = LeakCheck.search(Stream.of(ENROLLMENT), List.of(904_122L), clean);
        another.look("a", other, true);
        assertThat(another.flaw()).as("a search for something else").contains("a shows amounts");
        assertThat(memory).hasSize(2);
    }

    /// As a column of bytes shows it, and as a token of a login carries it.
    @Test
    void findsAmountsInTextInsideOtherText() {
        byte[] json = text("{\"id\":7,\"amount\":" + AMOUNT + "}");
        for (String encoded : List.of(
                "\\x" + Bytes.of(json).toHex(),
                "a." + Base64.getUrlEncoder().withoutPadding().encodeToString(json) + ".b",
                "GET /v1/pay?amount%3D" + AMOUNT,
                "GET /v1/pay?total%3d3168.41%20FLN")) {
            SecretSearch search = search();
            search.look("here", text(encoded), true);
            assertThat(search.flaw()).as(encoded).contains("here shows amounts");
        }
    }
}

package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
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
                text("a" + Base64.getEncoder().encodeToString(id)),
                text(Base64.getEncoder().encodeToString(inside)),
                text(Base64.getUrlEncoder().withoutPadding().encodeToString(shifted)));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static SecretSearch search() {
        return LeakCheck.search(Stream.of(ENROLLMENT), List.of(AMOUNT));
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
}

package io.florin.sandbox.view;

import io.florin.crypto.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Something about a payment that somebody may see or not, and the forms in which it would stand in a store.
///
/// @param name for people
/// @param value for people
/// @param forms bytes; of any length above 1
public record Fact(String name, String value, List<byte[]> forms) {

    /// A text, as it is.
    public static Fact text(String name, String value) {
        return new Fact(name, value, List.of(value.getBytes(StandardCharsets.UTF_8)));
    }

    /// A key or id: raw, and in hexadecimal.
    public static Fact bytes(String name, Bytes value) {
        return bytes(name, List.of(value));
    }

    /// Keys or ids of which each gives the fact away, the first for people.
    public static Fact bytes(String name, List<Bytes> values) {
        List<byte[]> forms = new ArrayList<>();
        for (Bytes value : values) {
            forms.add(value.toArray());
            forms.add(value.toHex().getBytes(StandardCharsets.US_ASCII));
        }
        return new Fact(name, values.getFirst().toHex().substring(0, 16) + "…", forms);
    }

    /// Minor units: as the canonical encoding has them, raw and in hexadecimal, as a field of a row, and as people
    /// write them.
    public static Fact amount(String name, long minorUnits) {
        byte[] encoded = ByteBuffer.allocate(Long.BYTES).putLong(minorUnits).array();
        return new Fact(
                name,
                String.format(Locale.ROOT, "%,d.%02d FLN", minorUnits / 100, minorUnits % 100),
                List.of(
                        encoded,
                        Bytes.of(encoded).toHex().getBytes(StandardCharsets.US_ASCII),
                        ("," + minorUnits + ",").getBytes(StandardCharsets.US_ASCII),
                        (" " + minorUnits / 100 + String.format(Locale.ROOT, ".%02d ", minorUnits % 100))
                                .getBytes(StandardCharsets.US_ASCII)));
    }

    /// Whether one of the forms stands in the content.
    boolean standsIn(byte[] content) {
        return forms.stream().anyMatch(form -> contains(content, form));
    }

    private static boolean contains(byte[] content, byte[] form) {
        for (int at = 0; at + form.length <= content.length; at++) {
            int i = 0;
            while (i < form.length && content[at + i] == form[i]) {
                i++;
            }
            if (i == form.length) {
                return true;
            }
        }
        return false;
    }
}

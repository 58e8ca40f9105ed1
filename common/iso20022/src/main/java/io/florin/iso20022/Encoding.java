package io.florin.iso20022;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Bytes of an XML file as text: UTF-8 unless a byte order mark or the declaration says UTF-16 or ISO-8859-1. Bytes
/// that are not in their encoding refuse the file; the platform's parser would print them to standard error first.
final class Encoding {
    private static final Pattern DECLARATION =
            Pattern.compile("^<\\?xml[^>]*?\\sencoding\\s*=\\s*[\"']([A-Za-z0-9._-]+)[\"']");

    private static final Map<String, Charset> CHARSETS = Map.of(
            "UTF-8", StandardCharsets.UTF_8,
            "UTF8", StandardCharsets.UTF_8,
            "US-ASCII", StandardCharsets.US_ASCII,
            "ASCII", StandardCharsets.US_ASCII,
            "ISO-8859-1", StandardCharsets.ISO_8859_1);

    private Encoding() {}

    static String decode(byte[] xml) throws RefusedFile {
        if (startsWith(xml, 0xEF, 0xBB, 0xBF)) {
            return decode(xml, 3, StandardCharsets.UTF_8);
        }
        if (startsWith(xml, 0xFE, 0xFF)) {
            return decode(xml, 2, StandardCharsets.UTF_16BE);
        }
        if (startsWith(xml, 0xFF, 0xFE)) {
            return decode(xml, 2, StandardCharsets.UTF_16LE);
        }
        String head = new String(Arrays.copyOf(xml, Math.min(xml.length, 200)), StandardCharsets.ISO_8859_1);
        Matcher declaration = DECLARATION.matcher(head);
        if (!declaration.find()) {
            return decode(xml, 0, StandardCharsets.UTF_8);
        }
        Charset declared = CHARSETS.get(declaration.group(1).toUpperCase(Locale.ROOT));
        if (declared == null) {
            throw new RefusedFile(
                    Place.FILE,
                    Rule.XML_NOT_WELL_FORMED,
                    "the encoding " + Quoted.of(declaration.group(1)) + " is not one we read");
        }
        return decode(xml, 0, declared);
    }

    private static String decode(byte[] xml, int from, Charset charset) throws RefusedFile {
        try {
            CharBuffer text = charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(xml, from, xml.length - from));
            return text.toString();
        } catch (CharacterCodingException broken) {
            throw new RefusedFile(
                    Place.FILE, Rule.XML_NOT_WELL_FORMED, "the file holds bytes that are not " + charset.name());
        }
    }

    private static boolean startsWith(byte[] xml, int... mark) {
        if (xml.length < mark.length) {
            return false;
        }
        for (int i = 0; i < mark.length; i++) {
            if ((xml[i] & 0xFF) != mark[i]) {
                return false;
            }
        }
        return true;
    }
}

package io.florin.registration.credentials;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;
import org.bouncycastle.util.io.pem.PemWriter;

/// PEM text of one object.
final class Pem {
    private static final int TEXT_MAX = 16 * 1024;

    private Pem() {}

    static String write(String label, byte[] der) {
        var text = new StringWriter();
        try (var writer = new PemWriter(text)) {
            writer.writeObject(new PemObject(label, der));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    /// The content of the first object if it has this label.
    static Optional<byte[]> read(String label, String text) {
        if (text.length() > TEXT_MAX) {
            return Optional.empty();
        }
        try (var reader = new PemReader(new StringReader(text))) {
            PemObject object = reader.readPemObject();
            return object != null && object.getType().equals(label)
                    ? Optional.of(object.getContent())
                    : Optional.empty();
        } catch (IOException | IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}

package io.florin.iso20022;

import com.prowidesoftware.swift.model.mx.AbstractMX;
import com.prowidesoftware.swift.model.mx.MinimumEscapeHandler;
import com.prowidesoftware.swift.model.mx.MxWriteConfiguration;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import java.nio.charset.StandardCharsets;

/// Writes messages of one class as XML text. Setting up JAXB takes longer than a thousand lines: the context is made
/// once and serves all threads.
final class MxText {
    private final MxWriteConfiguration configuration;

    MxText(Class<? extends AbstractMX> message) {
        try {
            configuration = new MxWriteConfiguration(JAXBContext.newInstance(message));
        } catch (JAXBException broken) {
            throw new IllegalStateException("the model cannot be written: " + message.getName(), broken);
        }
        configuration.documentPrefix = null;
        configuration.includeXMLDeclaration = true;
        configuration.indent = " ";
        // Prowide's default writes each half of a character beyond the first 65,536 as a reference of its own
        configuration.escapeHandler = new MinimumEscapeHandler();
    }

    byte[] write(AbstractMX message) {
        return message.message(configuration).getBytes(StandardCharsets.UTF_8);
    }
}

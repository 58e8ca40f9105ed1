package io.florin.iso20022;

import java.util.Locale;

/// A message type in one version, such as `pain.001.001.09`. Which of them are supported is said by [MessageModels].
public record MessageDefinition(MessageType type, int version) {
    static final String NAMESPACE_PREFIX = "urn:iso:std:iso:20022:tech:xsd:";

    public MessageDefinition {
        if (version < 1 || version > 99) {
            throw new IllegalArgumentException("a version is between 1 and 99");
        }
    }

    public String id() {
        return String.format(Locale.ROOT, "%s.001.%02d", type.code(), version);
    }

    public String namespace() {
        return NAMESPACE_PREFIX + id();
    }

    @Override
    public String toString() {
        return id();
    }
}

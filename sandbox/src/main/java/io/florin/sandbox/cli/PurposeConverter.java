package io.florin.sandbox.cli;

import io.florin.ceremony.Purpose;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;

/// Purposes of keys in small letters.
final class PurposeConverter implements ITypeConverter<Purpose> {
    @Override
    public Purpose convert(String value) {
        return Purpose.valueOf(value.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}

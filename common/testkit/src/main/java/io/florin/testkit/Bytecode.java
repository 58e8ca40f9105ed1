package io.florin.testkit;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;

/// Reads the instructions of a class, which ArchUnit's model leaves out.
final class Bytecode {

    private Bytecode() {}

    static ClassModel of(JavaClass type) {
        var source = type.getSource()
                .orElseThrow(() -> new IllegalStateException("no class file is known of " + type.getName()));
        try (InputStream in = source.getUri().toURL().openStream()) {
            return ClassFile.of().parse(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the class file of " + type.getName(), e);
        }
    }
}

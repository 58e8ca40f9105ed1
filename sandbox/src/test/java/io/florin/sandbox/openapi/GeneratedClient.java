package io.florin.sandbox.openapi;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// The Java client that the build has a generator make from `docs/openapi/bank-service.json`, compiled together with
/// what a bank's program would do with it (`ClientUse.java.txt`).
public final class GeneratedClient implements AutoCloseable {
    private static final Path SOURCES = Path.of("target/generated-client/src/main/java");
    private static final String USE = "ClientUse";

    private final URLClassLoader classes;

    private GeneratedClient(URLClassLoader classes) {
        this.classes = classes;
    }

    /// @param directory for classes
    public static GeneratedClient compiled(Path directory) throws IOException {
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            List<JavaFileObject> sources = new ArrayList<>(List.of(use()));
            try (Stream<Path> generated = Files.walk(SOURCES)) {
                List<Path> paths = generated
                        .filter(file -> file.toString().endsWith(".java"))
                        .toList();
                files.getJavaFileObjectsFromPaths(paths).forEach(sources::add);
            }
            List<String> options = List.of("-d", directory.toString(), "-proc:none", "-nowarn");
            boolean works = compiler.getTask(messages, files, null, options, null, sources)
                    .call();
            if (!works) {
                throw new AssertionError("the generated client does not compile:\n" + messages);
            }
        }
        return new GeneratedClient(
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, GeneratedClient.class.getClassLoader()));
    }

    /// Uses the client.
    ///
    /// @param given `base`, `token`, `wallet`, `name`, `account`, `key`, `file`
    /// @return `payment`, `same`, `refusal`, `file`, `report`
    @SuppressWarnings("unchecked")
    public Map<String, String> use(Map<String, String> given) throws ReflectiveOperationException {
        var use = (Function<Map<String, String>, Map<String, String>>)
                classes.loadClass("client." + USE).getConstructor().newInstance();
        return use.apply(given);
    }

    private static JavaFileObject use() throws IOException {
        try (var file = Objects.requireNonNull(GeneratedClient.class.getResourceAsStream(USE + ".java.txt"))) {
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return new SimpleJavaFileObject(
                    URI.create("string:///client/" + USE + ".java"), JavaFileObject.Kind.SOURCE) {
                @Override
                public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                    return text;
                }
            };
        }
    }

    @Override
    public void close() throws IOException {
        classes.close();
    }
}

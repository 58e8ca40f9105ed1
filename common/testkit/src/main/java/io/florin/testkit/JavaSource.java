package io.florin.testkit;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// A Java file as the compiler's own parser sees it; nothing is resolved or compiled.
final class JavaSource {

    private static final Pattern SLEEPER = Pattern.compile("(java\\.lang\\.)?Thread|(.*\\.)?TimeUnit\\.\\w+");

    private final CompilationUnitTree unit;
    private final SourcePositions positions;

    private JavaSource(CompilationUnitTree unit, SourcePositions positions) {
        this.unit = unit;
        this.positions = positions;
    }

    /// Something untidy at a line.
    record Finding(int line, String what) {}

    /// Parses all files at once, since a compiler costs more to set up than a file costs to parse.
    static List<JavaSource> parse(List<Path> paths) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(diagnostics, null, null)) {
            var sources = files.getJavaFileObjectsFromPaths(paths);
            var task = compiler.getTask(null, files, diagnostics, List.of("-proc:none"), null, sources);
            JavacTask javac = (JavacTask) task;
            SourcePositions positions = Trees.instance(javac).getSourcePositions();
            List<JavaSource> parsed = new ArrayList<>();
            for (CompilationUnitTree unit : javac.parse()) {
                parsed.add(new JavaSource(unit, positions));
            }
            return parsed;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the Java sources", e);
        }
    }

    Path path() {
        return Path.of(unit.getSourceFile().toUri());
    }

    List<Finding> findings(boolean test) {
        List<Finding> findings = new ArrayList<>();
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitMethod(MethodTree method, Void nothing) {
                int lines = lastLine(method) - firstLine(method) + 1;
                if (lines > Tidy.METHOD_LINES_MAX) {
                    findings.add(new Finding(
                            firstLine(method),
                            "method " + method.getName() + " has " + lines + " lines, at most "
                                    + Tidy.METHOD_LINES_MAX));
                }
                return super.visitMethod(method, nothing);
            }

            @Override
            public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
                if (test && sleeps(call)) {
                    findings.add(new Finding(firstLine(call), "a test that sleeps; wait for what it waits for"));
                }
                return super.visitMethodInvocation(call, nothing);
            }
        }.scan(unit, null);
        return findings;
    }

    private static boolean sleeps(MethodInvocationTree call) {
        return call.getMethodSelect() instanceof MemberSelectTree select
                && select.getIdentifier().contentEquals("sleep")
                && SLEEPER.matcher(select.getExpression().toString()).matches();
    }

    private int firstLine(Tree tree) {
        return line(positions.getStartPosition(unit, tree));
    }

    private int lastLine(Tree tree) {
        return line(positions.getEndPosition(unit, tree));
    }

    private int line(long position) {
        LineMap lines = unit.getLineMap();
        return Math.toIntExact(lines.getLineNumber(position));
    }
}

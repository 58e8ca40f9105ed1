package io.florin.testkit.epilogue;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/// Notes that tests left in a folder, printed when Maven's process ends: below the summary of the modules, which is
/// where a reader looks, whatever module the note is from and however many of them build at a time.
///
/// One class and no other of our own: the loader that brought it is closed when Maven is over.
public final class ClosingLines extends Thread {
    private final Path folder;

    private ClosingLines(Path folder) {
        super(outermost(), "closing-lines");
        this.folder = folder;
    }

    /// Called by `exec:java` in each module that may leave notes, before its tests; the first call of a run removes the
    /// notes of the run before.
    ///
    /// @param arguments the folder
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]).toAbsolutePath();
        synchronized (Runtime.getRuntime()) {
            if (System.getProperty(ClosingLines.class.getName()) != null) {
                return;
            }
            System.setProperty(ClosingLines.class.getName(), folder.toString());
            for (Path note : notes(folder)) {
                Files.delete(note);
            }
            Runtime.getRuntime().addShutdownHook(new ClosingLines(folder));
        }
    }

    @Override
    public void run() {
        // Maven has put its own stream for colours in the place of System.out, and has closed it by now
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        try {
            for (Path note : notes(folder)) {
                out.println();
                out.print(Files.readString(note));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        out.flush();
    }

    /// `exec:java` destroys the group that it gives to `main`, and until JDK 18 no thread of a destroyed group can
    /// start.
    private static ThreadGroup outermost() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    private static List<Path> notes(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Path> notes = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.forEach(notes::add);
        }
        Collections.sort(notes);
        return notes;
    }
}

package io.florin.sandbox.run;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The command line of a JVM like this one: same Java, same class path, the same flags where they are not about memory.
final class JavaCommand {
    private static final String RECORDED = "-XX:AOTCache=";

    private JavaCommand() {}

    static List<String> of(int heapMegabytes, List<String> options, String mainClass, List<String> arguments) {
        return of(inherited(), heapMegabytes, options, mainClass, arguments);
    }

    /// @param inherited arguments of this JVM that others take over
    static List<String> of(
            List<String> inherited, int heapMegabytes, List<String> options, String mainClass, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(inherited);
        command.add("-Xmx" + heapMegabytes + "m");
        command.add("-XX:+UseSerialGC");
        command.add("-XX:MetaspaceSize=192m"); // classes that are loaded are no reason to collect everything
        // some fifteen of these start at once on a small machine: without recorded classes and profiles half the time
        // of a start goes into optimizing code
        if (inherited.stream().noneMatch(argument -> argument.startsWith(RECORDED))) {
            command.add("-XX:TieredStopAtLevel=1");
        }
        command.addAll(options);
        command.add("-cp");
        command.add(String.join(File.pathSeparator, classPath()));
        command.add(mainClass);
        command.addAll(arguments);
        return List.copyOf(command);
    }

    /// The class path of this JVM without what a test has put there.
    static List<String> classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !Path.of(entry).endsWith("test-classes"))
                .toList();
    }

    private static List<String> inherited() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(JavaCommand::isInherited)
                .toList();
    }

    static boolean isInherited(String argument) {
        return argument.startsWith("--enable-native-access")
                || argument.startsWith("--sun-misc-unsafe-memory-access")
                || argument.equals("-XX:+UseCompactObjectHeaders")
                || argument.equals("-XX:+ExitOnOutOfMemoryError")
                || argument.startsWith(RECORDED)
                || argument.startsWith("-Xlog:aot")
                || argument.startsWith("-Djdk.serialFilter=")
                || argument.startsWith("-Dcom.amazon.corretto.")
                || argument.startsWith("-Duser.timezone=")
                || argument.startsWith("-Djava.awt.headless=");
    }
}

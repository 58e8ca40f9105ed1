package io.florin.testkit;

import org.testcontainers.DockerClientFactory;

/// Decides once per JVM whether servers under test run in containers or embedded.
///
/// A container is preferred, since it is the software that runs in production; `-Dflorin.test.servers=embedded` or
/// `=containers` decides by hand.
final class ServerForm {

    private static final String PROPERTY = "florin.test.servers";

    private ServerForm() {}

    static boolean containersAnswer() {
        return Answer.CONTAINERS;
    }

    static boolean decide(String wish) {
        return switch (wish) {
            case "embedded" -> false;
            case "containers" -> true;
            case "" -> DockerClientFactory.instance().isDockerAvailable();
            default ->
                throw new IllegalArgumentException(
                        "-D" + PROPERTY + " must be 'embedded' or 'containers', not '" + wish + "'");
        };
    }

    /// Holder idiom: the Docker engine is asked at first use and not again.
    private static final class Answer {
        static final boolean CONTAINERS = decide(System.getProperty(PROPERTY, ""));
    }
}

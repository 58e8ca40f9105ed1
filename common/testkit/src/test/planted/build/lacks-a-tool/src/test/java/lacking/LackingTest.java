package lacking;

import org.junit.jupiter.api.Test;

/// The testkit is on its path when it runs and not when it is compiled.
class LackingTest {

    @Test
    void needsAPhilosophersStone() throws Exception {
        throw (RuntimeException) Class.forName("io.florin.testkit.MissingTool")
                .getMethod("of", String.class, String.class, String.class)
                .invoke(null, "test of the planted module", "no stone was found", "read more old books");
    }
}

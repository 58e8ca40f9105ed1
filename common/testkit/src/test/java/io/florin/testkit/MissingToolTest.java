package io.florin.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/// [BuildRulesIT] shows that the note is what Maven prints last.
final class MissingToolTest {

    @TempDir
    private Path folder;

    @Test
    void theTestIsSkippedAndItsNoteSaysWhyAndWhatToDo() {
        RuntimeException end = MissingTool.of(false, folder.resolve("new"), "tests of X", "no X", "install X");

        assertThat(end)
                .isInstanceOf(TestAbortedException.class)
                .hasMessage("Skipped: the tests of X: no X; remedy: install X");
        assertThat(folder.resolve("new/tests-of-X.txt")).hasContent("""
            Skipped: the tests of X: no X
            Remedy:  install X
            """);
    }

    @Test
    void whereNothingMayBeSkippedTheTestFailsAndLeavesNoNote() {
        RuntimeException end = MissingTool.of(true, folder, "tests of X", "no X", "install X");

        assertThat(end)
                .isNotInstanceOf(TestAbortedException.class)
                .hasMessageContainingAll("CI=true", "tests of X", "no X", "install X");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aTestForAnotherMachineIsSkippedEverywhere() {
        assertThat(MissingTool.otherMachine(folder, "test of X", "only X can", "be X"))
                .isInstanceOf(TestAbortedException.class);
        assertThat(folder.resolve("test-of-X.txt")).content().startsWith("Skipped: the test of X: only X can\n");
    }
}

package io.florin.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Plants names that two modules share, and holds the repository to one meaning for each name.
final class PublicNamesTest {

    private static final String SETTINGS =
            "settings of each service's own feature of that name; the prefix of the properties says of which service";

    /// Names that several modules may have, with the reason.
    private static final Map<String, String> ALLOWED = Map.of(
            "ApprovalProperties", SETTINGS,
            "DirectoryProperties", SETTINGS,
            "IntakeProperties", SETTINGS,
            "LedgerFollower", "the same in a bank and in an authority: applies the ledger's blocks to its store",
            "LedgerPosition", "how far a node is on the ledger: of an endorser in memory, of an authority on its disk",
            "StandingFollower", "the same in a bank and in an authority: takes standings from registration's records",
            "StatusProperties", SETTINGS,
            "SupplyProperties", SETTINGS);

    @TempDir
    private Path root;

    @Test
    void aNameOfTwoModulesIsFound() throws IOException {
        plant("shop/src/main/java/shop/Till.java", "package shop;\n\npublic final class Till {}\n");
        plant("stall/src/main/java/stall/till/Till.java", "package stall.till;\n\npublic sealed interface Till {}\n");
        plant("stall/src/main/java/stall/Ware.java", "package stall;\n\npublic record Ware(long price) {}\n");
        assertThat(PublicNames.shared(root)).isEqualTo(Map.of("Till", Set.of("shop", "stall")));
    }

    @Test
    void namesOfOneModuleOfTestsAndOfPackagesAreNotShared() throws IOException {
        plant("shop/src/main/java/shop/Till.java", "package shop;\n\npublic final class Till {}\n");
        plant("shop/src/main/java/shop/old/Till.java", "package shop.old;\n\npublic enum Till {}\n");
        plant("stall/src/main/java/stall/Till.java", "package stall;\n\nfinal class Till {}\n");
        plant("cart/src/test/java/cart/Till.java", "package cart;\n\npublic final class Till {}\n");
        assertThat(PublicNames.shared(root)).isEmpty();
    }

    @Test
    void aTreeWithoutPublicTypesIsAFailure() {
        assertThatThrownBy(() -> PublicNames.shared(root)).hasMessageContaining("nothing was checked");
    }

    @Test
    void eachPublicNameOfThisRepositoryHasOneMeaning() {
        Map<String, ? extends Set<String>> shared = PublicNames.shared(SourceTree.root());
        assertThat(shared)
                .as("find another word, or say in ALLOWED why the modules share this one; no entry there is out of"
                        + " date")
                .containsOnlyKeys(ALLOWED.keySet());
    }

    private void plant(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}

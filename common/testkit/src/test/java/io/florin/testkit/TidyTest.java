package io.florin.testkit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Plants every kind of untidiness and sees it caught; the last test holds the whole repository to it.
final class TidyTest {

    private static final String MAIN = "module/src/main/java/shop/";
    private static final String TEST = "module/src/test/java/shop/";

    @TempDir
    private Path root;

    @BeforeEach
    void aTidyModule() throws IOException {
        plant(MAIN + "package-info.java", "/// A shop.\npackage shop;\n");
        plant(MAIN + "Shop.java", type("Shop", method("sell", 60)));
    }

    @Test
    void aTidyTreePasses() {
        assertThatCode(() -> Tidy.check(root)).doesNotThrowAnyException();
    }

    @Test
    void aMethodMayHaveSeventyLinesAndNoMore() throws IOException {
        plant(MAIN + "Fits.java", type("Fits", method("sell", 68)));
        assertThatCode(() -> Tidy.check(root)).doesNotThrowAnyException();

        plant(MAIN + "Long.java", type("Long", method("sell", 69)));
        assertUntidy("Long.java:4: method sell has 71 lines, at most 70");
    }

    @Test
    void aFileMayHaveSixHundredLinesAndNoMore() throws IOException {
        plant(MAIN + "Long.java", type("Long", "// line\n".repeat(597)));
        assertUntidy("Long.java:1: 601 lines, at most 600");
    }

    @Test
    void leftoversAreFoundInCodeAndConfiguration() throws IOException {
        plant(MAIN + "Left.java", type("Left", "// TO" + "DO sell\n"));
        plant("module/pom.xml", "<project>\n<!-- FIX" + "ME -->\n</project>\n");
        assertUntidy("Left.java:4: TO" + "DO");
        assertUntidy("pom.xml:2: FIX" + "ME");
    }

    @Test
    void twoMigrationsOfOneVersionAreFound() throws IOException {
        String folder = "module/src/main/resources/db/migration/";
        plant(folder + "shop/V2__tills.sql", "select 1;\n");
        plant(folder + "shop/V21__clerks.sql", "select 1;\n");
        plant(folder + "stall/V2__tables.sql", "select 1;\n");
        assertThatCode(() -> Tidy.check(root)).doesNotThrowAnyException();

        plant(folder + "shop/V2__wares.sql", "select 1;\n");
        assertUntidy("V2__wares.sql:1: a migration of the version of V2__tills.sql");
    }

    @Test
    void aTestThatSleepsIsFound() throws IOException {
        plant(TEST + "SleepsTest.java", type("SleepsTest", "void a() throws Exception {\nThread.sleep(5);\n}\n"));
        plant(
                TEST + "NapsTest.java",
                type("NapsTest", "void a() throws Exception {\njava.util.concurrent.TimeUnit.SECONDS.sleep(1);\n}\n"));
        assertUntidy("SleepsTest.java:5: a test that sleeps");
        assertUntidy("NapsTest.java:5: a test that sleeps");
    }

    @Test
    void mainCodeMaySleepAndTestsMaySpeakOfIt() throws IOException {
        plant(MAIN + "Backoff.java", type("Backoff", "void a() throws Exception {\nThread.sleep(5);\n}\n"));
        plant(TEST + "SpeaksTest.java", type("SpeaksTest", "String a = \"Thread.sleep(5)\";\n"));
        assertThatCode(() -> Tidy.check(root)).doesNotThrowAnyException();
    }

    @Test
    void aBinaryIsFoundAndASmallPictureOrVectorIsNot() throws IOException {
        Files.write(root.resolve("picture.png"), new byte[1_000]);
        Path vectors = Files.createDirectories(root.resolve("module/src/test/resources/vectors"));
        Files.write(vectors.resolve("points.dat"), new byte[1_000]);
        assertThatCode(() -> Tidy.check(root)).doesNotThrowAnyException();

        Files.write(root.resolve("shop.jar"), new byte[10]);
        Files.write(root.resolve("poster.png"), new byte[1_000_001]);
        assertUntidy("shop.jar:1: a binary file");
        assertUntidy("poster.png:1: a binary file of 1000001 bytes");
    }

    @Test
    void whatAMergeLeftBehindIsFoundInAnyText() throws IOException {
        plant("docs/shop.md", "# Shop\n\n=======\n" + "<".repeat(8) + " no mark\n");
        assertThatCode(() -> Tidy.check(root)).doesNotThrowAnyException();

        plant("docs/shop.md", "# Shop\n" + "<".repeat(7) + " ours\n" + ">".repeat(7) + " theirs\n");
        assertUntidy("docs/shop.md:2: the mark of a merge");
        assertUntidy("docs/shop.md:3: the mark of a merge");
    }

    @Test
    void aReadmeOfAModuleFitsAPageAndTheFirstOneTenMinutes() throws IOException {
        plant("README.md", "# Shop\n".repeat(200));
        plant("module/src/vectors/README.md", "# Vectors\n".repeat(61));
        plant("module/pom.xml", "<project/>\n");
        plant("module/README.md", "# Shop\n".repeat(60));
        assertThatCode(() -> Tidy.check(root)).doesNotThrowAnyException();

        plant("README.md", "# Shop\n".repeat(201));
        plant("module/README.md", "# Shop\n".repeat(61));
        assertUntidy("module/README.md:1: 61 lines, at most 60");
        assertUntidy("README.md:1: 201 lines, at most 200");
    }

    @Test
    void anIntegrationTestMayHaveFiveHundredLinesAndNoMore() throws IOException {
        plant(TEST + "ShopIT.java", type("ShopIT", "// line\n".repeat(496)));
        plant(TEST + "ShopTest.java", type("ShopTest", "// line\n".repeat(497)));
        assertThatCode(() -> Tidy.check(root)).doesNotThrowAnyException();

        plant(TEST + "TillIT.java", type("TillIT", "// line\n".repeat(497)));
        assertUntidy("TillIT.java:1: 501 lines of an integration test, at most 500");
    }

    @Test
    void anOrderOfTestsIsExplained() throws IOException {
        String ordered = "@Timeout(60)\n@TestMethodOrder(OrderAnnotation.class)\nclass ";
        plant(
                TEST + "ShopTest.java",
                "package shop;\n\n/// A shop. In this\n/// order, because.\n" + ordered + "ShopTest {}\n");
        assertThatCode(() -> Tidy.check(root)).doesNotThrowAnyException();

        plant(TEST + "TillTest.java", "package shop;\n\n/// A till.\n" + ordered + "TillTest {}\n");
        assertUntidy("TillTest.java:5: tests in an order");
    }

    @Test
    void aProxyIsFoundInTestsOnly() throws IOException {
        String proxy = "package shop;\n\nimport java.lang.reflect." + "Proxy;\n\nclass ";
        plant(MAIN + "Client.java", proxy + "Client {}\n");
        assertThatCode(() -> Tidy.check(root)).doesNotThrowAnyException();

        plant(TEST + "ClientTest.java", proxy + "ClientTest {}\n");
        assertUntidy("ClientTest.java:3: a proxy in a test");
    }

    @Test
    void aPublicTypeOfCryptographyThatSaysNothingIsFound() throws IOException {
        String folder = "crypto/src/main/java/shop/";
        plant(folder + "package-info.java", "/// A shop.\npackage shop;\n");
        plant(folder + "Key.java", "package shop;\n\n/// A key.\n@Sealed\npublic final class Key {}\n");
        plant(folder + "Inner.java", "package shop;\n\nfinal class Inner {}\n");
        assertThatCode(() -> Tidy.check(root)).doesNotThrowAnyException();

        plant(folder + "Proof.java", "package shop;\n\n@Sealed\npublic record Proof(Key key) {}\n");
        assertUntidy("Proof.java:4: Proof says nothing of itself");
    }

    @Test
    void aCommentThatBeginsWithAClauseIsFoundInMainCode() throws IOException {
        String wares = "/// Wares of the shop.\n/// What is sold out is not among them.\nint wares;\n";
        plant(MAIN + "Wares.java", type("Wares", wares + "int whatever; // What a clerk writes here is his own\n"));
        plant(TEST + "WaresTest.java", type("WaresTest", "/// What is sold.\nint wares;\n"));
        assertThatCode(() -> Tidy.check(root)).doesNotThrowAnyException();

        plant(MAIN + "Till.java", type("Till", "/// What is in the till.\nint coins;\n"));
        plant(MAIN + "Clerk.java", type("Clerk", "/// A clerk.\n// whoever comes first is served first\nint turn;\n"));
        assertUntidy("Till.java:4: a comment that begins with a clause");
        assertUntidy("Clerk.java:5: a comment that begins with a clause");
    }

    @Test
    void aFormThatWhoReadsMayPerhapsNotSendIsFound() throws IOException {
        String folder = "module/src/main/resources/templates/shop/";
        String form = "<form th:action=\"@{/console/tills}\" method=\"post\"><input name=\"a\"></form>\n";
        String asks = "th:if=\"${1 > 0 and frame.may('POST', '/console/tills')}\"";
        plant(folder + "asks.html", form.replace("<form", "<form " + asks));
        plant(folder + "around.html", "<div " + asks + ">\n<p>One\n<p>Two<br>\n" + form + "</div>\n");
        plant(folder + "searches.html", form.replace("post", "get"));
        plant(folder + "leaves.html", form.replace("/console/tills", "/logout"));
        assertThatCode(() -> Tidy.check(root)).doesNotThrowAnyException();

        plant(folder + "open.html", "<div th:if=\"${mayAct}\">\n" + form + "</div>\n");
        plant(folder + "after.html", "<div " + asks + "></div>\n\n" + form);
        plant(folder + "part.html", form.replace("@{/console/tills}", "@{${action}}"));
        assertUntidy("open.html:2: a form is shown to whoever reads");
        assertUntidy("after.html:3: a form is shown to whoever reads");
        assertUntidy("part.html:1: a form is shown to whoever reads");
    }

    @Test
    void aPackageThatSaysNothingIsFound() throws IOException {
        plant("module/src/main/java/shop/till/Till.java", type("Till", ""));
        assertUntidy("module/src/main/java/shop/till/package-info.java:1: missing");
    }

    @Test
    void buildOutputIsNotLookedAt() throws IOException {
        plant("module/target/generated/Left.java", type("Left", "// TO" + "DO\n"));
        assertThatCode(() -> Tidy.check(root)).doesNotThrowAnyException();
    }

    @Test
    void anEmptyTreeIsAFailure(@TempDir Path empty) {
        assertThatThrownBy(() -> Tidy.check(empty)).hasMessageContaining("nothing was checked");
    }

    @Test
    void thisRepositoryIsTidy() {
        Tidy.check(SourceTree.root());
    }

    private void assertUntidy(String finding) {
        assertThatThrownBy(() -> Tidy.check(root))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(finding);
    }

    private static String type(String name, String body) {
        return "package shop;\n\nfinal class " + name + " {\n" + body + "}\n";
    }

    private static String method(String name, int bodyLines) {
        return "void " + name + "() {\n" + "// line\n".repeat(bodyLines) + "}\n";
    }

    private void plant(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}

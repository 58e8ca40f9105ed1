package io.florin.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class NamedTestsTest {
    private static final String BASE = """
        abstract class Base {
            void holds(boolean what) {
                assertThat(what).isTrue();
            }
        }
        """;

    private static final String SHOP = """
        /// A shop.
        final class ShopTest extends Base {
            private static final int LIMIT = 3;

            @Test
            void sells() {
                assertThat(LIMIT).isPositive();
            }

            /// By a helper of its own, which calls another.
            @ParameterizedTest
            @EnumSource
            void buys(Kind kind) {
                helps(kind);
            }

            private static void helps(Kind kind) {
                new Till(kind).shows();
            }

            private record Till(Kind kind) {
                void shows() {
                    assertThatThrownBy(() -> kind.open()).isNotNull();
                }
            }

            @Test
            void inherits() {
                holds(true);
            }

            @Test
            void looksOnly() {
                new Shop().open();
            }

            /// Names what would assert, and calls nothing of it.
            @Test
            void builds() {
                Till till = new Till(Kind.WOOD);
                String shows = till.toString();
            }

            @Test
            @Disabled("too slow")
            void closes() {
                assertThat(LIMIT).isPositive();
            }

            void helper() {
                assertThat(LIMIT).isPositive();
            }
        }
        """;

    private final NamedTests tests = new NamedTests(Map.of(
            "Base", BASE, "ShopTest", SHOP, "ClosedTest", "@Disabled\nfinal class ClosedTest {\n" + SHOP, "Shop", ""));

    @Test
    void takesTestsThatRunAndAssertSomething() {
        for (String reference : new String[] {"ShopTest#sells", "ShopTest#buys", "ShopTest#inherits"}) {
            assertThat(tests.flaw(reference)).as(reference).isEmpty();
        }
    }

    @Test
    void givesATestsText() {
        assertThat(tests.text("ShopTest#buys").lines().map(String::strip))
                .endsWith("@ParameterizedTest", "@EnumSource", "void buys(Kind kind) {", "helps(kind);", "}");
        assertThat(tests.text("ShopTest#rents")).isEmpty();
        assertThat(tests.text("BankTest#sells")).isEmpty();
    }

    @Test
    void saysWhatIsWrongWithOthers() {
        assertThat(tests.flaw("ShopTest#looksOnly")).contains("asserts nothing");
        assertThat(tests.flaw("ShopTest#builds")).contains("asserts nothing");
        assertThat(tests.flaw("ShopTest#closes")).contains("disabled");
        assertThat(tests.flaw("ShopTest#helper")).contains("not a test");
        assertThat(tests.flaw("ShopTest#rents")).contains("no such method");
        assertThat(tests.flaw("Shop#sells")).contains("no such class");
        assertThat(tests.flaw("BankTest#sells")).contains("no such class");
        assertThat(tests.flaw("ClosedTest#sells")).contains("its class is disabled");
        assertThat(tests.flaw("ShopTest.sells")).contains("not of the form Class#method");
    }
}

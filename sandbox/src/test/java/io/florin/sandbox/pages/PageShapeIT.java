package io.florin.sandbox.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// The measure of pages itself, with the consoles' style: it is content with a page as they should be, and sees each
/// flaw that is planted.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageShapeIT {
    private static final String GOOD = """
        <header><p class="brand"><a href="/">Florin <span>Bank 1</span></a></p>
        <nav>%s</nav>
        <div class="person"><span>Signed in as <strong>bank1-approver</strong></span>
        <form><button type="submit" class="quiet">Sign out</button></form></div></header>
        <main><h1>Payments that wait for approval</h1><h2>Configuration</h2>
        <form class="filter"><label>Account <input></label><button type="submit">Search</button></form>
        <table><thead><tr>%s</tr></thead><tbody><tr>%s</tr></tbody></table>
        <dl><dt>Transaction</dt><dd><code>%s</code></dd></dl></main>
        """.formatted(
                    "<a href=\"/\">Applications of banks</a>".repeat(7),
                    "<th>Acknowledged</th>".repeat(12),
                    "<td>1,234,567.89</td>".repeat(12),
                    "0123456789abcdef".repeat(8));

    private @Nullable OpenedBrowser opened;
    private Page page;
    private String style;

    @BeforeAll
    void open() throws IOException {
        try (InputStream sheet = getClass().getResourceAsStream("/static/console/console.css")) {
            style = new String(Objects.requireNonNull(sheet).readAllBytes(), StandardCharsets.UTF_8);
        }
        OpenedBrowser browser = OpenedBrowser.open();
        opened = browser;
        page = browser.browser().newPage();
    }

    @AfterAll
    void close() {
        if (opened != null) { // where no browser could be opened, all are skipped
            opened.close();
        }
    }

    private List<String> flaws(String body, String moreStyle) {
        page.setContent("<!doctype html><html lang=\"en\"><head><style>" + style + moreStyle + "</style></head><body>"
                + body + "</body></html>");
        return PageShape.flaws(page);
    }

    @Test
    void aGoodPageHasNone() {
        assertThat(flaws(GOOD, "")).isEmpty();
    }

    @Test
    void aPersonBelowTheBrandIsSeen() {
        assertThat(flaws(GOOD, "header { flex-wrap: wrap !important } nav { flex: 1 1 auto !important }"))
                .anySatisfy(flaw -> assertThat(flaw).contains("at 1280", "Sign out", "is not on the line of", "Florin"))
                .noneSatisfy(flaw -> assertThat(flaw).contains("at 390"));
    }

    @Test
    void aTableThatDoesNotScrollInItsBoxIsTooWide() {
        assertThat(flaws(GOOD, "table { display: table !important }"))
                .anySatisfy(flaw -> assertThat(flaw).contains("at 390", "the document is", "wide"));
    }

    @Test
    void aHeadingLetterByLetterIsSeen() {
        assertThat(flaws(GOOD, "h1 { width: 2rem }"))
                .anySatisfy(flaw -> assertThat(flaw).contains("at 390", "\"Payments\" is broken"))
                .anySatisfy(flaw -> assertThat(flaw).contains("at 1280", "\"approval\" is broken"));
        assertThat(flaws(GOOD, "button { width: 2rem; white-space: normal; overflow-wrap: anywhere }"))
                .anySatisfy(flaw -> assertThat(flaw).contains("\"Search\" is broken"));
        assertThat(flaws(GOOD, "thead th { white-space: normal; overflow-wrap: anywhere; max-width: 3rem }"))
                .anySatisfy(flaw -> assertThat(flaw).contains("\"Acknowledged\" is broken"));
    }

    @Test
    void textOnTextIsSeen() {
        assertThat(flaws(GOOD, "h2 { margin-top: -3rem }"))
                .anySatisfy(flaw -> assertThat(flaw).contains("lie on each other", "Configuration"));
    }
}

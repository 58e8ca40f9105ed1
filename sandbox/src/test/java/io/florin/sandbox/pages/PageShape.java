package io.florin.sandbox.pages;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Shape of a page on a desktop and on a phone: the document is as wide as the window, however wide its tables are;
/// words of headings and buttons stay whole; no text lies on another.
final class PageShape {
    private static final List<int[]> WINDOWS = List.of(new int[] {1280, 860}, new int[] {390, 844});
    private static final String SCRIPT = script();

    private PageShape() {}

    /// Flaws of the open page, as sentences that name its path and the window's width. The window has its former size
    /// again.
    static List<String> flaws(Page page) {
        return flaws(page, Optional.empty());
    }

    /// @param picture of the page in the last window, for people
    static List<String> flaws(Page page, Optional<Path> picture) {
        var before = page.viewportSize();
        List<String> flaws = new ArrayList<>();
        for (int[] window : WINDOWS) {
            page.setViewportSize(window[0], window[1]);
            for (Object flaw : (List<?>) page.evaluate(SCRIPT)) {
                flaws.add(page.url().replaceFirst("^https?://[^/]+", "") + " at " + window[0] + ": " + flaw);
            }
        }
        picture.ifPresent(path ->
                page.screenshot(new Page.ScreenshotOptions().setPath(path).setFullPage(true)));
        page.setViewportSize(before.width, before.height);
        return flaws;
    }

    private static String script() {
        try (InputStream script = PageShape.class.getResourceAsStream("/pages/shape.js")) {
            return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8)
                    .replaceFirst("^//[^\n]*\n", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

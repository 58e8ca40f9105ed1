package io.florin.sandbox.pages;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A walk over all pages of a console that a signed-in person can reach by links, one of each kind: pages whose paths
/// differ by ids and numbers alone are one kind.
final class ConsoleWalk {
    private static final int KINDS_MAX = 40;
    private static final String LINKS = """
        () => [...document.querySelectorAll('nav a, main a')]
            .map(link => link.getAttribute('href'))
            .filter(href => href?.startsWith('/console'))\
        """;

    private final Page page;
    private final String console;
    private final Optional<Path> pictures;
    private final Set<String> kinds = new LinkedHashSet<>();
    private final List<String> flaws = new ArrayList<>();

    /// @param pictures where a picture of each page as a phone shows it is kept
    ConsoleWalk(Page page, Optional<Path> pictures) {
        this.page = page;
        this.console = page.url().replaceFirst("^(https?://[^/]+).*", "$1");
        this.pictures = pictures;
    }

    /// Flaws of the pages' shapes, see [PageShape].
    List<String> flaws() {
        Deque<String> ahead = new ArrayDeque<>(List.of("/console"));
        while (!ahead.isEmpty()) {
            String path = ahead.removeFirst();
            if (kinds.size() < KINDS_MAX && kinds.add(kind(path)) && opens(path)) {
                flaws.addAll(PageShape.flaws(page, pictures.map(folder -> folder.resolve(name(path)))));
                for (Object link : (List<?>) page.evaluate(LINKS)) {
                    ahead.add(link.toString());
                }
            }
        }
        return flaws;
    }

    /// Kinds of pages that were seen.
    Set<String> kinds() {
        return kinds;
    }

    /// A statement or a report is a file that the browser downloads.
    private boolean opens(String path) {
        try {
            page.navigate(console + path);
            return true;
        } catch (PlaywrightException download) {
            if (String.valueOf(download.getMessage()).contains("Download is starting")) {
                return false;
            }
            throw download;
        }
    }

    private static String kind(String path) {
        return path.replaceFirst("[?#].*", "").replaceAll("/[0-9a-f-]{32,}|/\\d+|/fln1[0-9a-z]+", "/*");
    }

    private String name(String path) {
        return console.replaceFirst(".*:", "") + kind(path).replace('/', '-').replace('*', 'x') + ".png";
    }
}

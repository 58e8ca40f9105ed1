package io.florin.sandbox.pages;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.impl.driver.Driver;
import io.florin.testkit.MissingTool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A browser that answers: one that is installed, otherwise one that Playwright brings (about 100 MB, kept in the
/// user's cache). Where neither can be had the test ends as one without its tool: skipped, and with `CI=true` failed.
record OpenedBrowser(Playwright playwright, Browser browser) implements AutoCloseable {
    private static final String SKIP = "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD";
    /// Playwright's start must not bring three browsers when one is here, or one is enough.
    private static final Map<String, String> NO_DOWNLOAD = Map.of(SKIP, "1");

    private static final long DOWNLOAD_MINUTES_MAX = 5;
    private static final int REASON_MAX = 160;
    private static final String REMEDY = "install Chromium by the system's packages (Debian and Ubuntu: apt-get install"
            + " chromium), or name a Chromium or Chrome in FLORIN_BROWSER";

    static OpenedBrowser open() {
        Playwright playwright = Playwright.create(new Playwright.CreateOptions().setEnv(NO_DOWNLOAD));
        List<String> reasons = new ArrayList<>();
        for (Path installed : InstalledBrowsers.find()) {
            Optional<Browser> browser = launch(playwright, Optional.of(installed), reasons);
            if (browser.isPresent()) {
                return new OpenedBrowser(playwright, browser.get());
            }
        }
        if (reasons.isEmpty()) {
            reasons.add("no Chromium or Chrome in FLORIN_BROWSER, on the PATH or in the usual places");
        }
        if (bring(reasons)) {
            Optional<Browser> browser = launch(playwright, Optional.empty(), reasons);
            if (browser.isPresent()) {
                return new OpenedBrowser(playwright, browser.get());
            }
        }
        playwright.close();
        throw MissingTool.of("tests of the pages", String.join("; ", reasons), REMEDY);
    }

    private static Optional<Browser> launch(Playwright playwright, Optional<Path> executable, List<String> reasons) {
        BrowserType.LaunchOptions options = new BrowserType.LaunchOptions()
                .setHeadless(true)
                // tests may run as root, where Chromium has no sandbox of its own
                .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage"));
        executable.ifPresent(options::setExecutablePath);
        try {
            return Optional.of(playwright.chromium().launch(options));
        } catch (PlaywrightException failure) {
            reasons.add(executable.map(Path::toString).orElse("Playwright's Chromium") + " does not start: "
                    + oneLine(failure.getMessage()));
            return Optional.empty();
        }
    }

    /// Playwright's own command, which downloads nothing that is here already.
    private static boolean bring(List<String> reasons) {
        String skip = System.getenv().getOrDefault(SKIP, "0");
        if (!skip.equals("0") && !skip.equals("false")) {
            reasons.add(SKIP + " forbids Playwright to bring one");
            return false;
        }
        ProcessBuilder install =
                Driver.ensureDriverInstalled(NO_DOWNLOAD, false).createProcessBuilder();
        install.command().addAll(List.of("install", "--only-shell", "chromium"));
        install.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        try {
            Process process = install.start();
            if (!process.waitFor(DOWNLOAD_MINUTES_MAX, TimeUnit.MINUTES)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                reasons.add("Playwright did not bring one within " + DOWNLOAD_MINUTES_MAX + " minutes");
                return false;
            }
            if (process.exitValue() != 0) {
                reasons.add("Playwright could not bring one (no network?)");
                return false;
            }
            return true;
        } catch (IOException failure) {
            reasons.add("Playwright could not bring one: " + oneLine(failure.toString()));
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private static String oneLine(String message) {
        String line = message.replaceAll("\\s+", " ").strip();
        return line.length() <= REASON_MAX ? line : line.substring(0, REASON_MAX) + "…";
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}

package io.florin.sandbox.pages;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import io.florin.sandbox.plan.SandboxPlan;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A real Chromium without a window: the one that the system's packages installed. Everything that a page's console
/// calls an error (a script that fails, an asset that the content policy refuses) is kept as a complaint.
public final class ConsoleBrowser implements AutoCloseable {
    private static final int WIDTH = 1280;
    private static final int HEIGHT = 860;
    private static final double PATIENCE_MILLIS = 30_000;

    private final SandboxPlan plan;
    private final Playwright playwright;
    private final Browser browser;
    private final List<String> complaints = Collections.synchronizedList(new ArrayList<>());

    public ConsoleBrowser(SandboxPlan plan) {
        this.plan = plan;
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
        this.playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        this.browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium())
                        .setHeadless(true)
                        // tests may run as root, where Chromium has no sandbox of its own
                        .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
    }

    private static Path chromium() {
        return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "no Chromium in /usr/bin: install it by the system's packages (apt-get install chromium)"));
    }

    /// A person's own window, signed in by the issuer's form when the console sends there.
    public Page signIn(URI console, String login) {
        Page page = window();
        page.navigate(console + "/console");
        page.fill("#username", login);
        page.fill("#password", plan.passwordOf(login));
        page.click("button[type=submit]");
        page.waitForURL(url -> url.startsWith(console.toString()));
        return page;
    }

    /// A window of somebody who has not signed in.
    public Page window() {
        BrowserContext person = browser.newContext(new Browser.NewContextOptions()
                .setViewportSize(WIDTH, HEIGHT)
                .setColorScheme(ColorScheme.LIGHT)
                .setLocale("en-GB"));
        person.setDefaultTimeout(PATIENCE_MILLIS);
        Page page = person.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                complaints.add(page.url() + ": " + message.text());
            }
        });
        page.onPageError(error -> complaints.add(page.url() + ": " + error));
        return page;
    }

    /// What browsers complained about so far.
    public List<String> complaints() {
        return List.copyOf(complaints);
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}

package io.florin.sandbox.pages;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.testkit.Patience;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// A real Chromium or Chrome without a window, wherever it comes from. Everything that a page's console calls an error
/// (a script that fails, an asset that the content policy refuses) is kept as a complaint.
///
/// Tests of the pages begin here: on a machine without any browser the constructor ends them.
public final class ConsoleBrowser implements AutoCloseable {
    private static final int WIDTH = 1280;
    private static final int HEIGHT = 860;
    private static final double PATIENCE_MILLIS = Patience.LIMIT.toMillis();

    private final SandboxPlan plan;
    private final OpenedBrowser opened;
    private final List<String> complaints = Collections.synchronizedList(new ArrayList<>());

    public ConsoleBrowser(SandboxPlan plan) {
        this.plan = plan;
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
        this.opened = OpenedBrowser.open();
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
        BrowserContext person = opened.browser()
                .newContext(new Browser.NewContextOptions()
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

    /// Complaints of browsers so far.
    public List<String> complaints() {
        return List.copyOf(complaints);
    }

    @Override
    public void close() {
        opened.close();
    }
}

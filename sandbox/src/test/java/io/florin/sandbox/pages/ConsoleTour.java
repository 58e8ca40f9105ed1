package io.florin.sandbox.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.florin.runtime.internal.NodeRole;
import io.florin.runtime.internal.Peer;
import io.florin.sandbox.demo.BankClient;
import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.demo.SeededEconomy;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.testkit.Patience;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;

/// People at their consoles, as they work: an approver and a clerk at a bank, two officers at the central bank, the
/// auditor. What they do is done to the running platform.
public final class ConsoleTour {
    private static final long AMOUNT = 1_000_00;
    /// High enough for the charts below the figures.
    private static final int PICTURE_HEIGHT = 980;

    private static final int PICTURE_WIDTH = 1280;
    private static final Peer CENTRAL_BANK = new Peer(NodeRole.CENTRAL_BANK, 1);
    private static final Peer BANK = new Peer(NodeRole.BANK, 1);
    private static final Peer AUDITOR = new Peer(NodeRole.AUDITOR, 1);
    private static final Peer AUDIT_MEMBER = new Peer(NodeRole.AUDIT_MEMBER, 1);
    private static final Peer REGISTRATION = new Peer(NodeRole.REGISTRATION, 1);

    private final SandboxPlan plan;
    private final DemoClients clients;
    private final SeededEconomy seeded;
    private final ConsoleBrowser browser;
    private final Optional<Path> pictures;
    private final List<Page> signedIn = new ArrayList<>();
    private final Set<Page> fewPages = new HashSet<>();

    /// @param pictures where screenshots are kept
    public ConsoleTour(
            SandboxPlan plan,
            DemoClients clients,
            SeededEconomy seeded,
            ConsoleBrowser browser,
            Optional<Path> pictures) {
        this.plan = plan;
        this.clients = clients;
        this.seeded = seeded;
        this.browser = browser;
        this.pictures = pictures;
    }

    /// A bank asks for currency; the first officer's signature is not enough, the second's is.
    public void twoOfficersIssue() {
        BankClient bank = clients.bank("bank-1");
        String id = bank.once(
                        "/v1/supply-orders", "tour-withdrawal", Map.of("direction", "WITHDRAWAL", "amount", AMOUNT))
                .path("id")
                .asString("");
        URI console = plan.http(CENTRAL_BANK);
        Page first = browser.signIn(console, "officer1");
        sign(first, console, id, 1);
        assertThat(first.getByText("Officers who signed: 1 of 2")).isVisible();
        picture(first, "central-bank-approval");
        Page second = browser.signIn(console, "officer2");
        sign(second, console, id, 2);
        assertThat(second.getByText("Officers who signed: 2 of 2")).isVisible();
        eventually(second, () -> second.getByText("SETTLED").first());

        second.navigate(console + "/console/supply");
        assertThat(second.getByText("Reserves and currency add up to what banks brought"))
                .isVisible();
        signedIn.add(second);
        assertThat(second.locator("figure canvas, figure svg").first()).isVisible();
        picture(second, "central-bank-supply");
    }

    private void sign(Page page, URI console, String order, int officer) {
        page.navigate(console + "/console/approvals");
        // the bank's request may still be on its way
        eventually(page, () -> page.locator("a[href$='" + order + "']").first());
        page.locator("a[href$='" + order + "']").first().click();
        page.fill("input[name=passphrase]", "not the passphrase");
        page.getByText("Sign and approve").click();
        assertThat(page.locator("[role=alert]")).isVisible();
        page.fill("input[name=passphrase]", plan.officerPassphrase(officer));
        page.getByText("Sign and approve").click();
        assertThat(page.getByText("You have signed this request.")).isVisible();
    }

    /// A clerk pays by the form and follows the payment on its trace page to its final status.
    public void clerkPays() {
        List<SeededEconomy.Account> accounts = seeded.accounts().values().stream()
                .filter(account -> account.bank().equals("bank-1"))
                .sorted(java.util.Comparator.comparingLong(SeededEconomy.Account::wallet))
                .toList();
        SeededEconomy.Account payer = accounts.get(1);
        SeededEconomy.Account payee = accounts.get(2);
        URI console = plan.http(BANK);
        Page page = browser.signIn(console, "bank1-clerk");
        signedIn.add(page);
        picture(page, "bank-overview");
        page.navigate(console + "/console/customers");
        assertThat(page.locator("table").first()).isVisible();
        page.navigate(console + "/console/payments/new");
        page.fill("input[name=wallet]", Long.toString(payer.wallet()));
        page.fill("input[name=payeeName]", payee.holder());
        page.fill("input[name=payeeAccount]", payee.iban());
        page.fill("input[name=amount]", "12.34");
        page.fill("input[name=endToEndId]", "TOUR-1");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Pay"))
                .click();
        assertThat(page.getByText("Its way through the house")).isVisible();
        // the page renews itself until the payment is final
        assertThat(page.locator(".state.settled")).isVisible();
        assertThat(page.locator("ol.way li.open")).hasCount(0);
        assertThat(page.locator("ol.way")).containsText(Pattern.compile("endorser", Pattern.CASE_INSENSITIVE));
        assertThat(page.locator("ol.way")).containsText(Pattern.compile("ordering|ordered", Pattern.CASE_INSENSITIVE));
        picture(page, "bank-trace");
        page.navigate(console + "/console/payments");
        assertThat(page.getByText("12.34").first()).isVisible();
        picture(page, "bank-payments");
    }

    /// The auditor sees the proof and what was above the limits.
    public void auditorLooks() {
        URI console = plan.http(AUDITOR);
        Page page = browser.signIn(console, "auditor");
        signedIn.add(page);
        assertThat(page.getByText("The books close.")).isVisible();
        assertThat(page.locator("figure canvas, figure svg").first()).isVisible();
        picture(page, "auditor-supply");
        page.navigate(console + "/console/approvals");
        assertThat(page.getByText("Waiting for a person")).isVisible();
    }

    public void registrarLooks() {
        Page page = browser.signIn(plan.http(REGISTRATION), "registrar1");
        signedIn.add(page);
        assertThat(page.locator("main")).isVisible();
        picture(page, "registration-overview");
    }

    /// One person at each console signs in and does nothing, a member of the audit authority too where there is one.
    public void everybodyLooks() {
        Map<Peer, String> people = new LinkedHashMap<>(
                Map.of(BANK, "bank1-clerk", CENTRAL_BANK, "officer1", AUDITOR, "auditor", REGISTRATION, "registrar1"));
        if (!plan.topology().nodes(NodeRole.AUDIT_MEMBER).isEmpty()) {
            people.put(AUDIT_MEMBER, "audit1-officer1");
        }
        people.forEach((node, login) -> {
            Page page = browser.signIn(plan.http(node), login);
            signedIn.add(page);
            if (node.equals(AUDIT_MEMBER)) {
                fewPages.add(page);
            }
            assertThat(page.locator("main h1")).isVisible();
        });
    }

    /// What is refused or is not there answers in the style, which fits a desktop and a phone too. A bank's clerk has
    /// an account at the issuer, but no role at the central bank.
    public List<String> flawsOfErrorPages() {
        Page outside = browser.signIn(plan.http(CENTRAL_BANK), "bank1-clerk");
        assertThat(outside.locator("body")).containsText(Pattern.compile("403|forbidden|not allowed|may not", 2));
        assertThat(outside.getByText("brought by banks")).hasCount(0);
        List<String> flaws =
                new ArrayList<>(PageShape.flaws(outside, pictures.map(folder -> folder.resolve("not-allowed.png"))));
        for (Page page : signedIn) {
            page.navigate(page.url().replaceFirst("(//[^/]+).*", "$1/console/what-is-not-here"));
            assertThat(page.getByText("Status 404")).isVisible();
            flaws.addAll(PageShape.flaws(page, pictures.map(folder -> folder.resolve("not-there.png"))));
        }
        return flaws;
    }

    /// Every page of every console fits a desktop and a phone, and the login page does, with its answer to a wrong
    /// password.
    public List<String> flawsOfAllPages() {
        List<String> flaws = new ArrayList<>();
        Page nobody = browser.window();
        nobody.navigate(plan.http(BANK) + "/console");
        flaws.addAll(PageShape.flaws(nobody));
        nobody.fill("#username", "bank1-clerk");
        nobody.fill("#password", "not the password");
        nobody.click("button[type=submit]");
        assertThat(nobody.locator("[role=alert]")).isVisible();
        flaws.addAll(PageShape.flaws(nobody, pictures.map(folder -> folder.resolve("login.png"))));
        for (Page page : signedIn) {
            ConsoleWalk walk = new ConsoleWalk(page, everyPage());
            flaws.addAll(walk.flaws());
            Assertions.assertThat(walk.kinds())
                    .as("pages of " + page.url())
                    .hasSizeGreaterThan(fewPages.contains(page) ? 2 : 5);
        }
        return flaws;
    }

    /// Pictures of all pages are made on request, with `-Dflorin.pictures=all`.
    private Optional<Path> everyPage() {
        return "all".equals(System.getProperty("florin.pictures")) ? pictures : Optional.empty();
    }

    private static void eventually(Page page, java.util.function.Supplier<Locator> wanted) {
        long deadline = System.nanoTime() + Patience.LIMIT.toNanos();
        while (!wanted.get().isVisible() && System.nanoTime() < deadline) {
            page.waitForTimeout(300);
            page.reload();
        }
        assertThat(wanted.get()).isVisible();
    }

    private void picture(Page page, String name) {
        pictures.ifPresent(directory -> page.screenshot(new Page.ScreenshotOptions()
                .setPath(directory.resolve(name + ".png"))
                .setFullPage(true)
                .setClip(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT)));
    }
}

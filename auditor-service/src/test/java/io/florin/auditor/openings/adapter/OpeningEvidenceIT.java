package io.florin.auditor.openings.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import io.florin.audit.PaymentArchive;
import io.florin.auditor.openings.OpeningEvidence;
import io.florin.auditor.openings.OpeningEvidence.MemberEntry;
import io.florin.auditor.protocol.ReplayPosition;
import io.florin.crypto.Bytes32;
import io.florin.doubles.ledger.HeldPayments;
import io.florin.doubles.ledger.ShownLedger.Flaw;
import io.florin.ledger.config.Genesis;
import io.florin.ledger.config.HiddenCurrency;
import io.florin.ledger.config.HiddenCurrency.AuditKey;
import io.florin.ledger.config.NetworkConfiguration;
import io.florin.ledger.config.NetworkConfiguration.Namespace;
import io.florin.ledger.fixture.EditedConfiguration;
import io.florin.ledger.fixture.TestNetwork;
import io.florin.runtime.console.ConsoleFrame;
import io.florin.runtime.console.ConsoleMenu;
import io.florin.runtime.http.ProblemException;
import io.florin.runtime.security.AccessRules;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.spring6.view.ThymeleafViewResolver;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Evidence of openings: made by the auditor's service, and checked by the command that a third party has; and the page
/// of an opening. The auditor's log is in a real database.
class OpeningEvidenceIT extends EvidenceUnderTest {
    // ---- evidence

    @Test
    void aThirdPartySeesOfflineThatTheOpeningIsRight() throws Exception {
        OpeningEvidence evidence = evidences.make(CASE, hex(PAYMENT), "ada");

        Checked checked =
                check(EvidenceFile.write(evidence), NETWORK.networkId().value().toHex());
        assertThat(checked.status()).as(checked.text()).isZero();
        assertThat(checked.text())
                .startsWith("VALID")
                .contains(
                        "case           " + CASE,
                        "transaction    " + hex(PAYMENT),
                        "payer 0        enrollment " + id(ALICE),
                        TO_BOB + " minor units to enrollment " + id(BOB),
                        "23 minor units to enrollment " + id(ALICE),
                        "members        [1, 3]",
                        "log of 1       entry 1, chain ",
                        "log of 3       entry 1, chain ",
                        "by person:ada")
                .doesNotContain("Compare the network's id");
        assertThat(check(EvidenceFile.write(evidence)).text()).contains("Compare the network's id");
        assertThat(evidence.configurations()).as("that of genesis").isEmpty();
        assertThat(log.check().intact()).isTrue();
        assertThat(log.of(hex(PAYMENT)))
                .extracting(entry -> entry.action())
                .endsWith("opening-asked", "payment-opened", "evidence-given");
        assertThat(log.before(Long.MAX_VALUE, 1).getFirst().hash())
                .isEqualTo(evidence.log().hash());
    }

    /// Every character of it counts, and so does what is not there.
    @Test
    void anyTamperedFieldIsRefused() throws Exception {
        JsonNode genuine = JSON.readTree(EvidenceFile.write(genuine()));
        List<String> leaves = new ArrayList<>();
        leaves(genuine, "", leaves);
        assertThat(leaves).hasSizeGreaterThan(60);
        for (String leaf : leaves) {
            assertInvalid(leaf, tampered(genuine, leaf));
        }
        for (String name : genuine.propertyNames()) {
            ObjectNode without = (ObjectNode) genuine.deepCopy();
            without.remove(name);
            assertInvalid("without " + name, without);
            ObjectNode nothing = (ObjectNode) genuine.deepCopy();
            nothing.putNull(name);
            assertInvalid("null " + name, nothing);
        }
        ObjectNode more = (ObjectNode) genuine.deepCopy();
        assertInvalid("one field more", more.put("more", 1));
        for (String list : List.of("shares", "entries", "payers", "outputs")) {
            ObjectNode fewer = (ObjectNode) genuine.deepCopy();
            ((ArrayNode) fewer.get(list)).remove(0);
            assertInvalid("one fewer of " + list, fewer);
        }
        byte[] bytes = JSON.writeValueAsBytes(genuine);
        assertThat(check(java.util.Arrays.copyOf(bytes, bytes.length - 1)).status())
                .isEqualTo(1);
        assertThat(check(new byte[0]).status()).isEqualTo(1);
        assertThat(check(bytes, "00".repeat(32)).text()).startsWith("INVALID network");
        assertThat(check(bytes, "00").status()).as("no network id").isEqualTo(2);
        assertThat(run(List.of()).status()).isEqualTo(2);
        assertThat(run(List.of(directory.resolve("none").toString())).status()).isEqualTo(2);
    }

    /// An auditor who signs whatever he likes into his log still shows nothing that is not so.
    @Test
    void anAuditorCannotMakeUpWhatMembersAndTheLedgerDidNotSay() throws Exception {
        OpeningEvidence genuine = genuine();
        assertThat(check(EvidenceFile.write(resigned(genuine, _ -> {}))).status())
                .isZero();

        assertItem(genuine, "shares", root -> root.put("caseReference", "AZ-78.2026"));
        assertItem(genuine, "shares", root -> shares(root).remove(0));
        assertItem(
                genuine, "shares", root -> shares(root).add(shares(root).get(0).deepCopy()));
        assertItem(genuine, "shares", root -> ((ObjectNode) shares(root).get(0)).put("member", 2));
        assertItem(genuine, "shares", root -> ((ObjectNode) shares(root).get(0)).put("member", 9));
        assertItem(
                genuine,
                "shares",
                root -> ((ObjectNode) shares(root).get(0))
                        .put("proof", shares(root).get(1).get("proof").asString()));
        assertItem(
                genuine,
                "shares",
                root -> ((ObjectNode) shares(root).get(0))
                        .put("point", shares(root).get(1).get("point").asString()));
        assertItem(genuine, "reading", root -> ((ObjectNode) root.get("outputs").get(0)).put("value", TO_BOB + 1));
        assertItem(genuine, "reading", root -> ((ObjectNode) root.get("outputs").get(1)).put("value", 22));
        assertItem(genuine, "reading", root -> ((ObjectNode) root.get("payers").get(0)).put("enrollmentId", id(BOB)));
        assertItem(
                genuine,
                "reading",
                root -> root.set(
                        "payers",
                        JSON.createArrayNode()
                                .add(root.get("outputs").get(0).get("payee").deepCopy())));
        assertItem(
                genuine,
                "reading",
                root -> ((ObjectNode) root.get("outputs").get(0))
                        .set("payee", root.get("outputs").get(1).get("payee").deepCopy()));
    }

    /// Nor that members' logs say what they do not: entries are signed by them, and not by the auditor.
    @Test
    void anAuditorCannotMakeUpWhatMembersLogsSay() throws Exception {
        OpeningEvidence genuine = genuine();
        assertThat(genuine.entries()).extracting(MemberEntry::member).containsExactly(1, 3, 1, 3);
        members.open("AZ-78.2026", 1, 3);
        members.open("AZ-79.2026", 1, 3);
        ArrayNode otherCase = entries(evidences.make("AZ-78.2026", hex(PAYMENT), "ada"));
        ArrayNode otherPayment = entries(evidences.make("AZ-79.2026", hex(ISSUE), "ada"));
        ArrayNode otherPerson = entries(evidences.make(CASE, hex(PAYMENT), "bea"));

        for (ArrayNode others : List.of(otherCase, otherPayment, otherPerson)) {
            assertItem(genuine, "entries", root -> root.set("entries", others));
            assertItem(genuine, "entries", root -> entries(root).set(0, others.get(0)));
        }
        assertItem(genuine, "entries", root -> root.set("entries", JSON.createArrayNode()));
        assertItem(genuine, "entries", root -> remove(root, 3));
        assertItem(genuine, "entries", root -> entries(root).remove(0));
        assertItem(genuine, "entries", root -> entries(root).remove(2));
        assertItem(genuine, "entries", root -> entries(root).add(otherPerson.get(0)));
        assertItem(
                genuine,
                "entries",
                root -> entries(root).add(entries(root).get(0).deepCopy()));
        assertItem(genuine, "entries", root -> ((ObjectNode) entries(root).get(0)).put("member", 3));
        assertItem(
                genuine,
                "entries",
                root -> ((ObjectNode) entries(root)
                                .add(entries(root).get(0).deepCopy())
                                .get(4))
                        .put("member", 2));
        for (Map.Entry<String, String> broken : Map.of(
                        "previousHash", "00".repeat(32),
                        "hash", "00".repeat(32),
                        "reason", "case " + CASE + ", 1 parts: payer-0",
                        "signature", "00".repeat(64))
                .entrySet()) {
            assertItem(genuine, "entries", root -> entry(root, 0).put(broken.getKey(), broken.getValue()));
        }
        assertItem(genuine, "entries", root -> entry(root, 0).put("sequence", 9));
        assertThat(entries(genuine).get(0).get("entry").get("hash"))
                .as("people first, then values")
                .isEqualTo(entries(genuine).get(2).get("entry").get("previousHash"));
        assertThat(check(EvidenceFile.write(resigned(genuine, "person:bea", _ -> {})))
                        .text())
                .as("somebody else's opening")
                .startsWith("INVALID entries");
        assertThat(check(EvidenceFile.write(resigned(genuine, "rule:ada", _ -> {})))
                        .text())
                .startsWith("INVALID log");
    }

    /// Nor what the ledger did not take, or of another transaction or configuration, nor a log entry that is not his.
    @Test
    void anAuditorCannotMakeUpACommitment() throws Exception {
        OpeningEvidence genuine = genuine();

        byte[] proofless = PAYMENT.payment().encode();
        proofless[proofless.length - 40] ^= 1;
        for (byte[] payment : List.of(ISSUE.payment().encode(), proofless)) {
            assertItem(genuine, "payment", root -> root.put("payment", base64(payment)));
        }
        for (Flaw flaw : List.of(Flaw.UNSIGNED, Flaw.ABORTED, Flaw.OTHER_NETWORK)) {
            LEDGER.show(flaw);
            String receipt = base64(LEDGER.receipt(hex(PAYMENT)));
            LEDGER.show(Flaw.NONE);
            assertItem(genuine, "transaction", root -> ((ObjectNode) root.get("committed")).put("receipt", receipt));
        }
        for (Flaw flaw : List.of(Flaw.NO_QUORUM, Flaw.OTHER_BLOCK)) {
            LEDGER.show(flaw);
            String block = base64(LEDGER.party().block(2));
            LEDGER.show(Flaw.NONE);
            assertItem(genuine, "transaction", root -> ((ObjectNode) root.get("committed")).put("block", block));
        }
        String issued = base64(LEDGER.receipt(hex(ISSUE)));
        String first = base64(LEDGER.party().block(1));
        assertItem(
                genuine,
                "transaction",
                root -> root.set(
                        "committed",
                        JSON.createObjectNode().put("receipt", issued).put("block", first)));
        assertItem(
                genuine,
                "configuration",
                root -> ((ArrayNode) root.get("configurations"))
                        .add(root.get("committed").deepCopy()));
        OpeningEvidence unlogged = genuine.with(new io.florin.decisions.SignedEntry(
                7,
                1,
                "person:ada",
                OpeningEvidence.ACTION,
                hex(PAYMENT),
                genuine.logged(genuine.members()),
                Bytes32.ZERO,
                Bytes32.ZERO,
                NETWORK.party(1).sign(new byte[1])));
        assertThat(check(EvidenceFile.write(unlogged)).text()).startsWith("INVALID log");
    }

    /// A network of which one member alone could open everything is none that a node starts from.
    @Test
    void aGenesisThatNoNodeStartsFromIsRefused() throws Exception {
        Genesis genesis = NETWORK.genesis();
        HiddenCurrency hidden = genesis.configuration()
                .namespace(TestNetwork.CURRENCY)
                .flatMap(Namespace::hidden)
                .orElseThrow();
        AuditKey key = hidden.auditKey().orElseThrow();
        var alone = new AuditKey(key.epoch(), 1, key.point(), key.verificationPoints());
        NetworkConfiguration now = genesis.configuration();
        NetworkConfiguration unsound = EditedConfiguration.of(now)
                .namespaces(TestNetwork.next(now, hidden.withAuditKeys(List.of(alone)))
                        .namespaces())
                .build();
        byte[] made = new Genesis(genesis.name(), genesis.createdMillis(), unsound).encode();

        assertItem(genuine(), "network", root -> root.put("genesis", base64(made)));
    }

    /// Members gave themselves new shares after the payment: the evidence proves the change that named their points.
    @Test
    void evidenceAfterARefreshProvesTheConfigurationOfTheShares() throws Exception {
        for (int member = 1; member <= 3; member++) {
            members.member(member).keys = List.of(AFTER.auditors(), BEFORE.auditors());
        }
        PaymentArchive archive = new PaymentArchive(
                List.of(HeldPayments.endorser(Map.of(PAYMENT.payment().id(), PAYMENT.payment())::get, () -> {})));
        openings = openings(REPLAYED.view(), archive);
        evidences = evidences();

        OpeningEvidence evidence = evidences.make(CASE, hex(PAYMENT), "ada");

        assertThat(evidence.configurations()).hasSize(1);
        assertThat(check(EvidenceFile.write(evidence)).text()).startsWith("VALID");
        assertItem(evidence, "shares", root -> root.set("configurations", JSON.createArrayNode()));
    }

    @Test
    void noEvidenceWithoutAnOpeningAndNoneThatDoesNotVerify() {
        ProblemException refused =
                catchThrowableOfType(ProblemException.class, () -> evidences.make("AZ-NONE", hex(PAYMENT), "ada"));
        assertThat(Objects.requireNonNull(refused.problem().getProperties())).containsEntry("code", "too-few-shares");
        evidences.make(CASE, hex(PAYMENT), "ada");
        // members have seen the block by now and would say yes; the auditor finds nobody who shows it, and does not ask
        LEDGER.show(Flaw.NO_QUORUM);
        long entries = log.check().entries();
        int asked = members.member(1).asked.size();
        ProblemException away =
                catchThrowableOfType(ProblemException.class, () -> evidences.make(CASE, hex(PAYMENT), "ada"));
        assertThat(away.status().value()).isEqualTo(503);
        assertThat(log.check().entries()).as("nothing was opened for it").isEqualTo(entries);
        assertThat(members.member(1).asked).hasSize(asked);
    }

    /// A refresh that takes effect between the two looks at the configuration that evidence needs.
    @Test
    void evidenceIsOfTheConfigurationThatItsSharesWereCheckedWith() throws Exception {
        for (int member = 1; member <= 3; member++) {
            members.member(member).keys = List.of(AFTER.auditors(), BEFORE.auditors());
        }
        PaymentArchive archive = new PaymentArchive(
                List.of(HeldPayments.endorser(Map.of(PAYMENT.payment().id(), PAYMENT.payment())::get, () -> {})));
        AtomicInteger looks = new AtomicInteger();
        for (int change = 1; change <= 3; change++) {
            int at = change;
            looks.set(0);
            openings = openings(REPLAYED.view(() -> looks.incrementAndGet() >= at), archive);

            OpeningEvidence evidence = evidences().make(CASE, hex(PAYMENT), "ada");

            assertThat(check(EvidenceFile.write(evidence)).text()).startsWith("VALID");
            assertThat(evidence.configurations()).hasSize(change <= 2 ? 1 : 0);
        }
    }

    /// The auditor leaves out whom he does not want to be seen; who knows the id finds it all the same.
    @Test
    void anAuditorWhoDoesNotNameSomebodySaysNothingAboutHim() throws Exception {
        OpeningEvidence unnamed = resigned(genuine(), root -> {
            ((ObjectNode) root.get("payers").get(0)).put("enrollmentId", "");
            ((ObjectNode) root.get("outputs").get(0).get("payee")).put("enrollmentId", "");
        });
        byte[] file = EvidenceFile.write(unnamed);

        assertThat(check(file).text())
                .startsWith("VALID")
                .contains(
                        "payer 0        somebody whom the auditor does not name, point "
                                + unnamed.payers().getFirst().point(),
                        "minor units to somebody whom the auditor does not name")
                .doesNotContain("issued");
        String path = directory.resolve("evidence.json").toString();
        assertThat(run(List.of(path, "--enrollment", id(ALICE))).text())
                .contains("The enrollment is payer 0 and output 1.");
        assertThat(run(List.of(path, "--enrollment", id(BOB))).text()).contains("The enrollment is output 0.");
        assertThat(run(List.of(path, "--enrollment", id(BEFORE.newHolder()))).text())
                .contains("The enrollment takes no part in it.");
        assertThat(run(List.of(path, "--enrollment", "ff".repeat(32))).status()).isEqualTo(2);
        assertThat(run(List.of(path, "--enrollment")).status()).isEqualTo(2);
        assertThat(run(List.of(path, "--enrollment", id(BOB), "--enrollment", id(BOB)))
                        .status())
                .isEqualTo(2);
        assertThat(run(List.of(path, "--person", id(BOB))).status()).isEqualTo(2);
    }

    // ---- pages

    @Test
    void thePageShowsWhoPaidWhomHowMuchUnderWhichCaseAndWhoHelped() throws Exception {
        MockHttpServletResponse page = form("/console/openings", CASE);

        assertThat(page.getStatus()).isEqualTo(200);
        String opened = page.getContentAsString();
        int start = opened.indexOf("id=\"opened\"");
        assertThat(start).isPositive();
        String article = opened.substring(start, opened.indexOf("</article>"));
        assertThat(article.replaceAll("\\s+", " "))
                .contains(
                        CASE,
                        hex(PAYMENT),
                        "<dt>Block</dt><dd>2</dd>",
                        "<dd>TRANSFER</dd>",
                        "id=\"members\">1, 3</dd>",
                        "42,949,673.96",
                        "0.23");
        String payers = article.substring(article.indexOf("Who paid"), article.indexOf("Who got what"));
        String payees = article.substring(article.indexOf("Who got what"));
        assertThat(payers).contains(id(ALICE)).doesNotContain(id(BOB));
        assertThat(payees.indexOf(id(BOB))).isPositive().isLessThan(payees.indexOf(id(ALICE)));
        assertThat(opened.substring(opened.indexOf("Log of openings"))).contains("payment-opened", "person:ada");
        assertThat(article).doesNotContain("wrong shares", "none that registration vouches for");
    }

    @Test
    void thePageGivesTheEvidenceAsAFileOrSaysWhyNot() throws Exception {
        MockHttpServletResponse file = form("/console/openings/evidence", CASE);

        assertThat(file.getHeader("Content-Disposition"))
                .isEqualTo("attachment; filename=\"opening-" + hex(PAYMENT) + ".json\"");
        assertThat(file.getContentType()).isEqualTo("application/json");
        assertThat(check(file.getContentAsByteArray()).text()).startsWith("VALID");

        MockHttpServletResponse page = form("/console/openings/evidence", "AZ-NONE");
        assertThat(page.getContentAsString())
                .contains("Members gave no shares", "no-such-case")
                .doesNotContain("id=\"opened\"");
    }

    private MockHttpServletResponse form(String path, String reference) throws Exception {
        var templates = new ClassLoaderTemplateResolver();
        templates.setPrefix("templates/auditor-service/");
        templates.setSuffix(".html");
        templates.setCheckExistence(true);
        templates.setOrder(1);
        var shared = new ClassLoaderTemplateResolver();
        shared.setPrefix("templates/console/");
        shared.setSuffix(".html");
        shared.setOrder(2);
        var engine = new SpringTemplateEngine();
        engine.setTemplateResolvers(new LinkedHashSet<>(List.of(templates, shared)));
        var views = new ThymeleafViewResolver();
        views.setTemplateEngine(engine);
        views.setCharacterEncoding("UTF-8");
        views.addStaticVariable(
                "frame",
                new ConsoleFrame(ConsoleMenu.of("auditor"), AccessRules.of(), new MockHttpServletRequest("GET", path)));
        ReplayPosition view = REPLAYED.view(BEFORE.configuration());
        KeyWatch watch = new KeyWatch(
                view,
                members.members(),
                VALUES,
                new OpeningProperties(12, Duration.ofHours(24), Duration.ofMinutes(10), Duration.ofSeconds(1)),
                _ -> {},
                InstantSource.system(),
                new Random(4));
        MockMvc pages = MockMvcBuilders.standaloneSetup(
                        new OpeningPages(openings, evidences, new OpeningLog(JdbcClient.create(own)), watch, view))
                .setViewResolvers(views)
                .build();
        return pages.perform(post(path)
                        .param("reference", reference)
                        .param("transaction", hex(PAYMENT))
                        .principal(() -> "ada"))
                .andReturn()
                .getResponse();
    }
}

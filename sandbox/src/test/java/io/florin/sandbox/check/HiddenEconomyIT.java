package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.crypto.threshold.SignatureScheme;
import io.florin.ledger.privacy.PrivacyModel;
import io.florin.sandbox.view.SeenPage;
import io.florin.sandbox.view.SeenPayment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/// The demo's economy, of 20 people, in each model that hides something, with every service: once with three certifiers
/// and an audit authority, and with endorsers who sign in another way each time. Two people hold the keys of their own
/// wallets. In this order, because at the end one page shows what everybody has stored of a payment of each model.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Order(Integer.MAX_VALUE)
class HiddenEconomyIT {
    private static final String EVERYTHING = "payer's identity on the ledger, payee's identity on the ledger, amount,"
            + " where the spent money came from";

    /// Minor units above which the auditor of the anonymous network signs; so each wage is worth more, whatever else is
    /// paid with it.
    private static final long THRESHOLD = 10_000_00;

    private final List<SeenPayment> seen = new ArrayList<>();

    @TempDir
    private Path directory;

    /// A whole payroll, then new keys for all who sign; everything that may leak does.
    @Test
    @Order(1)
    void unlinkablePaymentsSettleAndShowNobodyWhatTheyHide() throws Exception {
        try (HiddenNetwork run = network(PrivacyModel.UNLINKABLE, SignatureScheme.BLS_G1, true)) {
            run.plays(5);
            run.rotatesKeys();
            seen.add(run.isSound());
            run.namesThePayer();
            run.showsPagesThatFit();
            run.findsEachLeak();
            run.answersAsDescribed();
            run.seesMoneyThatIsWrong();
        }
    }

    @Test
    @Order(2)
    void confidentialPaymentsSettleUnderActiveAuditAndEcdsa() throws Exception {
        try (HiddenNetwork run = network(PrivacyModel.CONFIDENTIAL, SignatureScheme.ECDSA_P256, false)) {
            run.plays(1);
            seen.add(run.isSound());
            run.findsALeak("logged-amount", "log sandbox.log shows amounts");
        }
    }

    @Test
    @Order(3)
    void anonymousPaymentsSettleUnderFrost() throws Exception {
        try (HiddenNetwork run = network(PrivacyModel.ANONYMOUS, SignatureScheme.FROST_ED25519, false)) {
            run.plays(1, THRESHOLD);
            seen.add(run.isSound());
            run.findsALeak("leaked-enrollment", "endorser-1, table note_of_a_developer shows an enrollment id");
            run.seesMoneyThatIsWrong();
            run.missesLostNotes();
        }
    }

    /// The clear column comes from the acceptance run, where that is part of this run.
    @Test
    @Order(4)
    void onePageShowsWhatEachModelHidesFromWhom() throws Exception {
        SeenInClear.await().ifPresent(seen::add);
        String page = SeenPage.of(seen);
        Files.writeString(Path.of("target/who-sees-what.html"), page);
        assertThat(seen).extracting(SeenPayment::model).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(3);
        for (SeenPayment payment : seen) {
            String model = payment.model().name().toLowerCase(Locale.ROOT);
            assertThat(cell(page, model + "-wallet-file")).isEqualTo("nothing");
            assertThat(cell(page, model + "-central-bank")).isEqualTo("nothing");
            assertThat(cell(page, model + "-wallet")).contains("amount");
            assertThat(cell(page, model + "-payer-bank")).contains("name", "account", "amount");
            String ledger = cell(page, model + "-readers");
            if (payment.model() != PrivacyModel.CLEAR) {
                assertThat(cell(page, model + "-endorsers")).isEqualTo(ledger);
            }
            switch (payment.model()) {
                case CLEAR -> {
                    // blocks name the payer only where it gets change
                    assertThat(ledger)
                            .endsWith("payee's identity on the ledger, amount, where the spent money came from");
                    assertThat(cell(page, "clear-endorsers")).isEqualTo(EVERYTHING);
                }
                case ANONYMOUS -> {
                    assertThat(ledger).isEqualTo("amount, where the spent money came from");
                    assertThat(cell(page, "anonymous-auditor-told")).isEqualTo(EVERYTHING);
                }
                case CONFIDENTIAL -> {
                    assertThat(ledger).isEqualTo("where the spent money came from");
                    assertThat(cell(page, "confidential-auditor")).doesNotContain("identity");
                    assertThat(cell(page, "confidential-auditor-told")).isEqualTo(EVERYTHING);
                }
                case UNLINKABLE -> {
                    assertThat(ledger).isEqualTo("nothing");
                    assertThat(cell(page, "unlinkable-committer")).isEqualTo("nothing");
                    assertThat(cell(page, "unlinkable-certifiers")).isEqualTo("nothing");
                    assertThat(cell(page, "unlinkable-auditor")).isEqualTo("nothing");
                    assertThat(cell(page, "unlinkable-auditor-told")).isEqualTo("not part of it");
                    assertThat(cell(page, "unlinkable-auditor-under-case"))
                            .isEqualTo("payer's identity on the ledger, payee's identity on the ledger, amount");
                }
            }
        }
    }

    private HiddenNetwork network(PrivacyModel model, SignatureScheme scheme, boolean passive) throws Exception {
        return new HiddenNetwork(directory, model, scheme, passive);
    }

    private static String cell(String page, String id) {
        Matcher cell = Pattern.compile("<td id=\"" + id + "\"[^>]*>(.*?)</td>").matcher(page);
        assertThat(cell.find()).as(id).isTrue();
        return cell.group(1).replace("</li><li>", ", ").replaceAll("<[^>]+>", "");
    }
}

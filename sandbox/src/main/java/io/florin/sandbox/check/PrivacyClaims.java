package io.florin.sandbox.check;

import io.florin.ledger.privacy.PrivacyModel;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.view.SeenPayment;
import io.florin.sandbox.view.Viewer;
import io.florin.sandbox.view.WhoSeesWhat;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Each model's claims about the page "who sees what": which facts of a payment may not stand in whose stores, and
/// which must, without which the search for the others would prove nothing.
public final class PrivacyClaims {
    static final String PAYER_NAME = "payer's name";
    static final String PAYEE_NAME = "payee's name";
    static final String PAYEE_ACCOUNT = "payee's account";
    static final String PAYER_IDENTITY = "payer's identity on the ledger";
    static final String PAYEE_IDENTITY = "payee's identity on the ledger";
    static final String AMOUNT = "amount";
    static final String SPENT = "where the spent money came from";

    private static final Set<Viewer> PARTIES =
            Set.of(Viewer.WALLET, Viewer.PAYER_BANK, Viewer.PAYEE_BANK, Viewer.AUDITOR_UNDER_CASE);

    private PrivacyClaims() {}

    /// Breaches of the claims on the page, in words.
    public static List<String> broken(SeenPayment payment) {
        List<String> broken = new ArrayList<>();
        for (SeenPayment.At place : payment.places()) {
            Set<String> hidden = hidden(payment, place.viewer());
            place.seen().stream()
                    .filter(hidden::contains)
                    .forEach(fact -> broken.add(place.viewer().words() + " stores the " + fact));
            shown(payment, place.viewer()).stream()
                    .filter(fact -> !place.seen().contains(fact))
                    .forEach(fact -> broken.add(place.viewer().words() + " does not store the " + fact));
        }
        for (Viewer viewer : keepers(payment.model())) {
            if (payment.places().stream().noneMatch(place -> place.viewer() == viewer)) {
                broken.add("nobody looked at the stores of: " + viewer.words());
            } else if (payment.places().stream()
                    .anyMatch(place -> place.viewer() == viewer && place.kept().isEmpty())) {
                broken.add("nothing of the payment was found in the stores of: " + viewer.words());
            }
        }
        return broken;
    }

    /// Viewers that keep something of each payment, whatever that shows: where nothing is found, the search looks
    /// wrongly.
    static Set<Viewer> keepers(PrivacyModel model) {
        Set<Viewer> keepers = EnumSet.of(
                Viewer.PAYER_BANK,
                Viewer.PAYEE_BANK,
                Viewer.ENDORSERS,
                Viewer.READERS,
                Viewer.COMMITTER,
                Viewer.AUDITOR);
        if (model == PrivacyModel.UNLINKABLE) {
            keepers.add(Viewer.CERTIFIERS);
        }
        return keepers;
    }

    /// Facts that may not stand there.
    static Set<String> hidden(SeenPayment payment, Viewer viewer) {
        Set<String> hidden = new LinkedHashSet<>();
        if (viewer == Viewer.WALLET_FILE) {
            payment.facts().forEach(fact -> hidden.add(fact.name()));
            return hidden;
        }
        if (viewer == Viewer.PAYEE_BANK || viewer == Viewer.WALLET) {
            return hiddenFromThePayee(payment.model(), viewer);
        }
        if (PARTIES.contains(viewer)) {
            return Set.of();
        }
        hidden.addAll(List.of(PAYER_NAME, PAYEE_NAME, PAYEE_ACCOUNT));
        switch (payment.model()) {
            case CLEAR -> {}
            case ANONYMOUS -> hidden.addAll(List.of(PAYER_IDENTITY, PAYEE_IDENTITY));
            case CONFIDENTIAL -> hidden.addAll(List.of(PAYER_IDENTITY, PAYEE_IDENTITY, AMOUNT));
            case UNLINKABLE -> hidden.addAll(List.of(PAYER_IDENTITY, PAYEE_IDENTITY, AMOUNT, SPENT));
        }
        if (viewer == Viewer.AUDITOR && payment.audit().startsWith("active")) {
            hidden.remove(AMOUNT); // the auditor is shown what it signs
        }
        if (viewer == Viewer.AUDITOR_TOLD) {
            hidden.removeAll(told(payment.model()));
        }
        return hidden;
    }

    /// Facts that the payee is not told: a payee learns of the payer from the payer alone; and where the ledger does
    /// not show which token was spent, only the payer's bank knows. The payee's own wallet, which may have been paid by
    /// the transaction before too, keeps both.
    private static Set<String> hiddenFromThePayee(PrivacyModel model, Viewer viewer) {
        return switch (model) {
            case CLEAR -> Set.of();
            case ANONYMOUS, CONFIDENTIAL -> Set.of(PAYER_IDENTITY);
            case UNLINKABLE -> viewer == Viewer.PAYEE_BANK ? Set.of(PAYER_IDENTITY, SPENT) : Set.of(PAYER_IDENTITY);
        };
    }

    /// Facts that the auditor is told of a payment whose owners are hidden before it signs: by the openings of its
    /// inputs and outputs and the payment itself. Without the token's seed and serial key it cannot tell which token an
    /// unlinkable payment spends.
    static Set<String> told(PrivacyModel model) {
        return model == PrivacyModel.UNLINKABLE
                ? Set.of(PAYER_IDENTITY, PAYEE_IDENTITY, AMOUNT)
                : Set.of(PAYER_IDENTITY, PAYEE_IDENTITY, AMOUNT, SPENT);
    }

    /// Facts that must stand there, or the search does not find what is there.
    static Set<String> shown(SeenPayment payment, Viewer viewer) {
        return switch (viewer) {
            case PAYER_BANK -> Set.of(PAYER_NAME, PAYEE_NAME, PAYEE_ACCOUNT, PAYER_IDENTITY, AMOUNT, SPENT);
            case PAYEE_BANK -> Set.of(PAYEE_NAME, PAYEE_ACCOUNT, PAYEE_IDENTITY);
            case WALLET -> payment.model() == PrivacyModel.CLEAR ? Set.of(AMOUNT) : Set.of(AMOUNT, PAYEE_IDENTITY);
            case ENDORSERS, READERS ->
                switch (payment.model()) {
                    // blocks name who gets tokens; the payer is among them where there is change
                    case CLEAR ->
                        viewer == Viewer.ENDORSERS
                                ? Set.of(PAYER_IDENTITY, PAYEE_IDENTITY, AMOUNT, SPENT)
                                : Set.of(PAYEE_IDENTITY, AMOUNT, SPENT);
                    case ANONYMOUS -> Set.of(AMOUNT, SPENT);
                    case CONFIDENTIAL -> Set.of(SPENT);
                    case UNLINKABLE -> Set.of();
                };
            case AUDITOR_UNDER_CASE -> Set.of(PAYER_IDENTITY, PAYEE_IDENTITY, AMOUNT);
            case WALLET_FILE, COMMITTER, CERTIFIERS, CENTRAL_BANK, AUDITOR, AUDITOR_TOLD -> Set.of();
        };
    }

    /// Compares what each service stores of a payment with what the model promises.
    static Check check(SandboxPlan plan) {
        boolean told = plan.privacy() != PrivacyModel.CLEAR && !plan.passiveAudit();
        return new Check(
                "who sees what",
                "nobody stores what the model hides from it, and who must know a payment does",
                Set.of(told ? "forgotten-approval" : "forgotten-payee"),
                context -> {
                    WhoSeesWhat stored = StoredPayment.of(context);
                    return kept((plan.passiveAudit() ? AuditChecks.withOpening(context, stored) : stored).seen());
                });
    }

    /// The whole page as a check.
    public static CheckResult kept(SeenPayment payment) {
        List<String> broken = broken(payment);
        return broken.isEmpty()
                ? CheckResult.of(
                        true,
                        payment.facts().size() + " facts of a payment looked for in the stores of "
                                + payment.places().size() + " parties")
                : CheckResult.broken(String.join("; ", broken));
    }
}

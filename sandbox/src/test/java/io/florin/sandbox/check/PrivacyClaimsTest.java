package io.florin.sandbox.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.florin.ledger.privacy.PrivacyModel;
import io.florin.sandbox.view.SeenPayment;
import io.florin.sandbox.view.SeenPayment.At;
import io.florin.sandbox.view.SeenPayment.Kept;
import io.florin.sandbox.view.SeenPayment.Named;
import io.florin.sandbox.view.Viewer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PrivacyClaimsTest {
    private static final List<Kept> KEPT = List.of(new Kept("a table", List.of("a row")));
    private static final List<String> FACTS = List.of(
            PrivacyClaims.PAYER_NAME,
            PrivacyClaims.PAYEE_NAME,
            PrivacyClaims.PAYEE_ACCOUNT,
            PrivacyClaims.PAYER_IDENTITY,
            PrivacyClaims.PAYEE_IDENTITY,
            PrivacyClaims.AMOUNT,
            PrivacyClaims.SPENT);

    /// Any fact more where it is hidden, or one less where it must be found, breaks the promise, and nothing else does.
    @ParameterizedTest
    @EnumSource(PrivacyModel.class)
    void nameEachFactThatIsWhereItMayNotBe(PrivacyModel model) {
        SeenPayment kept = asPromised(model, "passive audit");
        assertThat(PrivacyClaims.broken(kept)).isEmpty();
        for (Viewer viewer : Viewer.values()) {
            for (String fact : FACTS) {
                List<String> seen = kept.seenBy(viewer).orElseThrow();
                boolean more = PrivacyClaims.hidden(kept, viewer).contains(fact);
                boolean less = seen.contains(fact);
                assertThat(PrivacyClaims.broken(with(kept, viewer, toggled(seen, fact))))
                        .as(viewer + ", " + fact)
                        .hasSize(more || less ? 1 : 0);
            }
        }
        assertThat(PrivacyClaims.broken(new SeenPayment(model, "", kept.facts(), List.of())))
                .hasSize(model == PrivacyModel.UNLINKABLE ? 7 : 6);
    }

    /// A search that finds no row at all proves nothing.
    @ParameterizedTest
    @EnumSource(PrivacyModel.class)
    void areBrokenWhereNothingOfThePaymentIsFoundThoughSomethingIsKept(PrivacyModel model) {
        SeenPayment kept = asPromised(model, "passive audit");
        for (Viewer viewer : Viewer.values()) {
            SeenPayment without = new SeenPayment(
                    model,
                    kept.audit(),
                    kept.facts(),
                    kept.places().stream()
                            .map(place -> place.viewer() == viewer ? new At(viewer, place.seen(), List.of()) : place)
                            .toList());
            assertThat(PrivacyClaims.broken(without))
                    .as(viewer.words())
                    .isEqualTo(
                            PrivacyClaims.keepers(model).contains(viewer)
                                    ? List.of("nothing of the payment was found in the stores of: " + viewer.words())
                                    : List.of());
        }
        assertThat(PrivacyClaims.keepers(model))
                .contains(Viewer.ENDORSERS, Viewer.READERS, Viewer.COMMITTER, Viewer.AUDITOR)
                .doesNotContain(Viewer.CENTRAL_BANK);
        assertThat(PrivacyClaims.keepers(model).contains(Viewer.CERTIFIERS))
                .isEqualTo(model == PrivacyModel.UNLINKABLE);
    }

    @ParameterizedTest
    @EnumSource(PrivacyModel.class)
    void letOnlyAnAuditorWhoSignsSeeHiddenAmounts(PrivacyModel model) {
        List<String> amount = List.of(PrivacyClaims.AMOUNT);
        assertThat(PrivacyClaims.broken(with(asPromised(model, "active audit"), Viewer.AUDITOR, amount)))
                .isEmpty();
        assertThat(PrivacyClaims.broken(with(asPromised(model, "passive audit"), Viewer.AUDITOR, amount)))
                .hasSize(model.hidesValue() ? 1 : 0);
        assertThat(PrivacyClaims.broken(with(asPromised(model, "active audit"), Viewer.COMMITTER, amount)))
                .hasSize(model.hidesValue() ? 1 : 0);
    }

    /// It may be told who pays whom how much, which it may not store, and no name; nor which token where that is
    /// hidden.
    @ParameterizedTest
    @EnumSource(names = "CLEAR", mode = EnumSource.Mode.EXCLUDE)
    void letAnAuditorBeToldWhatItMayNotStore(PrivacyModel model) {
        SeenPayment kept = asPromised(model, "active audit");
        List<String> told = new ArrayList<>(PrivacyClaims.told(model));
        assertThat(told).contains(PrivacyClaims.PAYER_IDENTITY, PrivacyClaims.PAYEE_IDENTITY, PrivacyClaims.AMOUNT);
        assertThat(PrivacyClaims.broken(with(kept, Viewer.AUDITOR_TOLD, told))).isEmpty();
        assertThat(PrivacyClaims.broken(with(kept, Viewer.AUDITOR, told)))
                .contains(
                        "auditor stores the payer's identity on the ledger",
                        "auditor stores the payee's identity on the ledger");
        told.add(PrivacyClaims.PAYEE_NAME);
        assertThat(PrivacyClaims.broken(with(kept, Viewer.AUDITOR_TOLD, told))).hasSize(1);
        assertThat(PrivacyClaims.broken(with(kept, Viewer.AUDITOR_TOLD, List.of(PrivacyClaims.SPENT))))
                .hasSize(model == PrivacyModel.UNLINKABLE ? 1 : 0);
    }

    /// Only the payer's bank knows which token an unlinkable payment spends; in the other models the ledger says it.
    @ParameterizedTest
    @EnumSource(PrivacyModel.class)
    void letNobodyButThePayersBankStoreWhichTokenAnUnlinkablePaymentSpends(PrivacyModel model) {
        SeenPayment kept = asPromised(model, "active audit");
        List<String> seen = new ArrayList<>(kept.seenBy(Viewer.PAYEE_BANK).orElseThrow());
        seen.add(PrivacyClaims.SPENT);

        assertThat(PrivacyClaims.broken(with(kept, Viewer.PAYEE_BANK, seen)))
                .hasSize(model == PrivacyModel.UNLINKABLE ? 1 : 0);
        assertThat(PrivacyClaims.shown(kept, Viewer.PAYER_BANK)).contains(PrivacyClaims.SPENT);
    }

    private static SeenPayment asPromised(PrivacyModel model, String audit) {
        List<Named> facts = FACTS.stream().map(fact -> new Named(fact, "x")).toList();
        SeenPayment none = new SeenPayment(model, audit, facts, List.of());
        return new SeenPayment(
                model,
                audit,
                facts,
                Stream.of(Viewer.values())
                        .map(viewer -> new At(viewer, List.copyOf(PrivacyClaims.shown(none, viewer)), KEPT))
                        .toList());
    }

    private static List<String> toggled(List<String> seen, String fact) {
        List<String> toggled = new ArrayList<>(seen);
        if (!toggled.remove(fact)) {
            toggled.add(fact);
        }
        return toggled;
    }

    private static SeenPayment with(SeenPayment payment, Viewer viewer, List<String> seen) {
        return new SeenPayment(
                payment.model(),
                payment.audit(),
                payment.facts(),
                payment.places().stream()
                        .map(place -> place.viewer() == viewer ? new At(viewer, seen, KEPT) : place)
                        .toList());
    }
}

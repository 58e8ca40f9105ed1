package io.florin.centralbank.supply;

import io.florin.centralbank.incidents.Incidents;
import io.florin.centralbank.supply.SupplyFollower.Position;
import io.florin.ledger.client.SupplyRequest.Direction;
import io.florin.runtime.api.AuditorApi;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.client.RestClientException;

/// Compares the books with the ledger as followed, and both with the auditor's own replay. One cent of difference is an
/// incident, and an incident stops issuing.
public final class SupplyCheck {
    static final String BOOKS_DIFFER = "reserves-differ-from-supply";
    static final String HOLDS_DIFFER = "holds-differ-from-requests";
    static final String AUDITOR_DIFFERS = "auditor-differs";
    static final String AUDITOR_OBJECTS = "auditor-objects";
    private static final int HISTORY = 100;

    private final SupplySummary book;
    private final RequestRepository requests;
    private final Optional<AuditorApi> auditor;
    private final Incidents incidents;
    private final TransactionOperations snapshot;
    private final AgreementWatch watch;
    private volatile @Nullable Long comparedBlock;

    SupplyCheck(
            SupplySummary book,
            RequestRepository requests,
            Optional<AuditorApi> auditor,
            Incidents incidents,
            TransactionOperations snapshot,
            AgreementWatch watch) {
        this.book = book;
        this.requests = requests;
        this.auditor = auditor;
        this.incidents = incidents;
        this.snapshot = snapshot;
        this.watch = watch;
    }

    /// The books against the ledger: reserves + held + outstanding is what banks brought, and what is held is what open
    /// withdrawals ask for.
    public void checkBooks() {
        Figures figures = required(snapshot.execute(
                _ -> new Figures(book.view(), requests.sum(Direction.WITHDRAWAL, RequestState.HOLDING))));
        SupplyFigures view = figures.view;
        if (!view.constant()) {
            incidents.raise(
                    BOOKS_DIFFER,
                    "block %d: reserves %d + held %d + outstanding %d is not %d"
                            .formatted(view.block(), view.reserves(), view.held(), view.outstanding(), view.opened()));
        }
        if (view.held() != figures.open) {
            incidents.raise(
                    HOLDS_DIFFER,
                    "block %d: held %d, open withdrawals %d".formatted(view.block(), view.held(), figures.open));
        }
    }

    private record Figures(SupplyFigures view, long open) {}

    /// The ledger as followed against the auditor's replay, at the newest block that both have. An auditor that does
    /// not answer proves nothing and is asked again.
    public void checkAuditor() {
        if (auditor.isEmpty()) {
            return;
        }
        List<AuditorApi.SupplyView> proofs;
        try {
            proofs = auditor.get().history(HISTORY);
        } catch (RestClientException away) {
            return;
        }
        long followed = book.followed();
        List<AuditorApi.SupplyView> known =
                proofs.stream().filter(proof -> proof.block() <= followed).toList();
        known.stream()
                .max(Comparator.comparingLong(AuditorApi.SupplyView::block))
                .ifPresent(this::compare);
        watch.objection(known).ifPresent(block -> incidents.raise(AUDITOR_OBJECTS, "block " + block));
    }

    private void compare(AuditorApi.SupplyView proof) {
        Position ours = book.at(proof.block());
        if (!proof.holds()) {
            incidents.raise(AUDITOR_OBJECTS, "block " + proof.block());
        }
        boolean same = ours.issued() == proof.issued()
                && ours.redeemed() == proof.redeemed()
                && ours.outstanding() == proof.outstanding();
        if (!same) {
            incidents.raise(
                    AUDITOR_DIFFERS,
                    "block %d: issued %d and %d, redeemed %d and %d, outstanding %d and %d"
                            .formatted(
                                    proof.block(),
                                    ours.issued(),
                                    proof.issued(),
                                    ours.redeemed(),
                                    proof.redeemed(),
                                    ours.outstanding(),
                                    proof.outstanding()));
        }
        comparedBlock = proof.block();
    }

    /// The last block at which the auditor's figures were compared.
    Optional<Long> comparedBlock() {
        return Optional.ofNullable(comparedBlock);
    }

    private static <T> T required(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("a transaction gave nothing");
        }
        return value;
    }
}

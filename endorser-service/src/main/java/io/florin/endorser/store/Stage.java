package io.florin.endorser.store;

import io.florin.endorser.protocol.TransactionProgress;
import io.florin.ledger.status.TransactionStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The times a stored transaction has, told as its way through this endorser (milliseconds since 1970).
///
/// @param finalStatus number of the final status, [#EXPIRED] where it was never ordered
public record Stage(
        long receivedMillis,
        long storedMillis,
        Optional<Long> proposedMillis,
        Optional<Long> endorsedMillis,
        Optional<Long> publishedMillis,
        boolean refused,
        Optional<Integer> finalStatus,
        long finalMillis) {

    public static final int EXPIRED = 0;

    public TransactionProgress progress() {
        List<TransactionProgress.Step> steps = new ArrayList<>();
        steps.add(new TransactionProgress.Step("RECEIVED", receivedMillis));
        steps.add(new TransactionProgress.Step("STORED", storedMillis));
        proposedMillis.ifPresent(millis -> steps.add(new TransactionProgress.Step("PROPOSED", millis)));
        endorsedMillis.ifPresent(millis -> steps.add(new TransactionProgress.Step("ENDORSED", millis)));
        publishedMillis.ifPresent(millis -> steps.add(new TransactionProgress.Step("PUBLISHED", millis)));
        String stage = finalStatus
                .map(Stage::name)
                .orElseGet(() -> refused ? "REFUSED" : publishedMillis.isPresent() ? "PUBLISHED" : "STORED");
        if (finalStatus.isPresent()) {
            steps.add(new TransactionProgress.Step(stage, finalMillis));
        }
        return new TransactionProgress(stage, steps);
    }

    private static String name(int status) {
        return status == EXPIRED
                ? "EXPIRED"
                : TransactionStatus.ofNumber(status).name();
    }
}

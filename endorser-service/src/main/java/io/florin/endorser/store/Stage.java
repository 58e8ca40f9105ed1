package io.florin.endorser.store;

import io.florin.endorser.protocol.Progress;
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

    public Progress progress() {
        List<Progress.Step> steps = new ArrayList<>();
        steps.add(new Progress.Step("RECEIVED", receivedMillis));
        steps.add(new Progress.Step("STORED", storedMillis));
        proposedMillis.ifPresent(millis -> steps.add(new Progress.Step("PROPOSED", millis)));
        endorsedMillis.ifPresent(millis -> steps.add(new Progress.Step("ENDORSED", millis)));
        publishedMillis.ifPresent(millis -> steps.add(new Progress.Step("PUBLISHED", millis)));
        String stage = finalStatus
                .map(Stage::name)
                .orElseGet(() -> refused ? "REFUSED" : publishedMillis.isPresent() ? "PUBLISHED" : "STORED");
        if (finalStatus.isPresent()) {
            steps.add(new Progress.Step(stage, finalMillis));
        }
        return new Progress(stage, steps);
    }

    private static String name(int status) {
        return status == EXPIRED
                ? "EXPIRED"
                : TransactionStatus.ofNumber(status).name();
    }
}

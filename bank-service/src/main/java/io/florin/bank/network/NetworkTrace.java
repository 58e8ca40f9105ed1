package io.florin.bank.network;

import io.florin.bank.protocol.TransactionTrace;
import io.florin.ledger.TransactionId;
import io.florin.runtime.api.CommitterApi;
import io.florin.runtime.api.CommitterApi.BlockTimes;
import io.florin.runtime.api.CommitterApi.TransactionView;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.SubmissionProgress;
import io.florin.runtime.api.ProgressTicket;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientException;

/// Asks endorsers and the committer over their public ports. For pages: nothing is decided by what they say.
public final class NetworkTrace implements TransactionTrace {

    private static final String PUBLISHED = "PUBLISHED";

    private final List<EndorserApi> endorsers;
    private final CommitterApi committer;

    public NetworkTrace(List<EndorserApi> endorsers, CommitterApi committer) {
        this.endorsers = List.copyOf(endorsers);
        this.committer = committer;
    }

    /// All endorsers are asked: those that did not get the submission learn nothing from a handle.
    @Override
    public Answer<SubmissionProgress> progress(TransactionId transaction, List<ProgressTicket> tickets) {
        Optional<SubmissionProgress> best = Optional.empty();
        boolean silent = false;
        for (EndorserApi endorser : endorsers) {
            for (ProgressTicket ticket : tickets) {
                String handle = ticket.handle(transaction).toHex();
                switch (ask(() -> endorser.progress(handle))) {
                    case Answer.Told<SubmissionProgress>(var told) -> {
                        if (tells(told, PUBLISHED)) {
                            return new Answer.Told<>(told);
                        }
                        if (best.isEmpty()
                                || told.times().size() > best.get().times().size()) {
                            best = Optional.of(told);
                        }
                    }
                    case Answer.Unknown<SubmissionProgress>() -> {}
                    case Answer.Silent<SubmissionProgress>() -> silent = true;
                }
            }
        }
        if (best.isPresent()) {
            return new Answer.Told<>(best.get());
        }
        return silent ? new Answer.Silent<>() : new Answer.Unknown<>();
    }

    private static boolean tells(SubmissionProgress progress, String stage) {
        return progress.times().stream().anyMatch(time -> time.stage().equals(stage));
    }

    @Override
    public Answer<TransactionView> finalStatus(String transactionId) {
        return ask(() -> committer.transaction(transactionId));
    }

    @Override
    public Answer<BlockTimes> times(long block) {
        return ask(() -> committer.times(block));
    }

    private static <T> Answer<T> ask(Supplier<T> question) {
        try {
            return new Answer.Told<>(question.get());
        } catch (HttpClientErrorException.NotFound unknown) {
            return new Answer.Unknown<>();
        } catch (RestClientException silent) {
            return new Answer.Silent<>();
        }
    }
}

package io.florin.wallet.submit.adapter;

import io.florin.ledger.client.Submission;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.SubmissionAnswer;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.util.List;
import java.util.function.Function;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientResponseException;

/// Submits to one endorser after the other until one answers. A repeat is harmless: the transaction id makes it the
/// same submission (protocol decision 9). After one that may have taken it, no other's refusal is believed.
public final class EndorserClient {

    /// No endorser said that it took the submission, or that it is refused for good: send it again.
    public static final class Unavailable extends RuntimeException {
        private final boolean perhapsTaken;

        Unavailable(Throwable cause, boolean perhapsTaken) {
            super("no endorser answered", cause);
            this.perhapsTaken = perhapsTaken;
        }

        /// Whether one of them may have taken it all the same: it may commit until it expires.
        public boolean perhapsTaken() {
            return perhapsTaken;
        }
    }

    /// An endorser refused the submission for good, and no other was asked before that may have taken it.
    public static final class Refused extends RuntimeException {
        private final int httpStatus;

        Refused(RestClientResponseException cause) {
            super(cause.getResponseBodyAsString(), cause);
            this.httpStatus = cause.getStatusCode().value();
        }

        public int httpStatus() {
            return httpStatus;
        }
    }

    private final List<EndorserApi> endorsers;

    /// @param endorsers in order of preference, at least one
    public EndorserClient(List<EndorserApi> endorsers) {
        if (endorsers.isEmpty()) {
            throw new IllegalArgumentException("at least one endorser");
        }
        this.endorsers = List.copyOf(endorsers);
    }

    /// @throws Refused when the rules say no
    /// @throws Unavailable when no endorser answered
    public SubmissionAnswer submit(Submission submission) {
        byte[] bytes = submission.encode();
        return first(endorser -> endorser.submit(bytes));
    }

    /// Keeps the order inside one bundle; answers tell of each which was refused.
    ///
    /// @param submissions 1 to 512
    public List<SubmissionAnswer> submitAll(List<Submission> submissions) {
        byte[] bytes = Submission.encodeList(submissions);
        return first(endorser -> endorser.submitAll(bytes));
    }

    private <T> T first(Function<EndorserApi, T> call) {
        RuntimeException last = new IllegalStateException("no endorser configured");
        boolean perhapsTaken = false;
        for (EndorserApi endorser : endorsers) {
            try {
                return call.apply(endorser);
            } catch (RestClientResponseException e) {
                if (isFinal(e.getStatusCode()) && !perhapsTaken) {
                    throw new Refused(e);
                }
                perhapsTaken |= e.getStatusCode().is5xxServerError();
                last = e;
            } catch (ResourceAccessException e) {
                perhapsTaken |= !neverConnected(e);
                last = e;
            }
        }
        throw new Unavailable(last, perhapsTaken);
    }

    private static boolean neverConnected(ResourceAccessException e) {
        return e.getCause() instanceof ConnectException || e.getCause() instanceof HttpConnectTimeoutException;
    }

    private static boolean isFinal(HttpStatusCode status) {
        return status.is4xxClientError() && status.value() != 429 && status.value() != 408;
    }
}

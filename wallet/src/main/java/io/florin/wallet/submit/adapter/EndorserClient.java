package io.florin.wallet.submit.adapter;

import io.florin.ledger.client.Submission;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.SubmissionAnswer;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClientResponseException;

/// Submits to one endorser after the other until one takes it, or so many refuse that too few are left to sign. A
/// repeat is harmless: the transaction id makes it the same submission (protocol decision 9). After one that may have
/// taken it, no other's refusal is believed.
public final class EndorserClient {

    /// No endorser said that it took the submission, and too few that it is refused: send it again.
    public static final class Unavailable extends RuntimeException {
        private final boolean perhapsTaken;
        private final List<String> refusals;

        Unavailable(Throwable cause, boolean perhapsTaken, List<String> refusals) {
            super(refusals.isEmpty() ? "no endorser answered" : "too few endorsers answered", cause);
            this.perhapsTaken = perhapsTaken;
            this.refusals = List.copyOf(refusals);
        }

        /// What the first said that refused; empty where none did.
        public Optional<String> refusal() {
            return refusals.stream().findFirst();
        }

        /// Whether one of them may have taken it all the same: it may commit until it expires.
        public boolean perhapsTaken() {
            return perhapsTaken;
        }
    }

    /// As many endorsers as it takes refused the submission for good, and none was asked that may have taken it.
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
    private final int believed;

    /// Believes the first that refuses: for submissions of which one at most can commit, however often they are made
    /// anew.
    ///
    /// @param endorsers in order of preference, at least one
    public EndorserClient(List<EndorserApi> endorsers) {
        this(endorsers, 1);
    }

    /// With a threshold of t out of n endorsers, n - t + 1 refusals leave too few to sign. Fewer prove nothing: one
    /// that says no may have gathered its peers' signatures all the same.
    ///
    /// @param endorsers in order of preference, at least one
    /// @param refusals how many are believed; where fewer endorsers are known, those of all
    public EndorserClient(List<EndorserApi> endorsers, int refusals) {
        if (endorsers.isEmpty() || refusals < 1) {
            throw new IllegalArgumentException("at least one endorser, and one refusal");
        }
        this.endorsers = List.copyOf(endorsers);
        this.believed = Math.min(refusals, endorsers.size());
    }

    /// @throws Refused when the rules say no
    /// @throws Unavailable when no endorser took it, and too few refused it
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
        List<RestClientResponseException> refusals = new ArrayList<>();
        for (EndorserApi endorser : endorsers) {
            try {
                return call.apply(endorser);
            } catch (RestClientResponseException e) {
                if (isFinal(e.getStatusCode())) {
                    refusals.add(e);
                }
                if (refusals.size() == believed && !perhapsTaken) {
                    throw new Refused(refusals.getFirst());
                }
                perhapsTaken |= e.getStatusCode().is5xxServerError();
                last = e;
            } catch (ResourceAccessException e) {
                perhapsTaken |= !neverConnected(e);
                last = e;
            } catch (RestClientException unreadable) {
                perhapsTaken = true;
                last = unreadable;
            }
        }
        throw new Unavailable(
                last,
                perhapsTaken || !refusals.isEmpty(),
                refusals.stream()
                        .map(RestClientResponseException::getResponseBodyAsString)
                        .toList());
    }

    private static boolean neverConnected(ResourceAccessException e) {
        return e.getCause() instanceof ConnectException || e.getCause() instanceof HttpConnectTimeoutException;
    }

    private static boolean isFinal(HttpStatusCode status) {
        return status.is4xxClientError() && status.value() != 429 && status.value() != 408;
    }
}

package io.florin.runtime.submission;

import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.runtime.api.EndorserApi;
import io.florin.runtime.api.EndorserApi.SubmissionAnswer;
import io.florin.runtime.http.ProblemCode;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClientResponseException;

/// Submits to one endorser after the other, in an order that is drawn for each submission, until one takes it, or so
/// many refuse that too few are left to sign: an order of one's own would let the endorser of a payment say who paid. A
/// repeat is harmless: the transaction id makes it the same submission (protocol decision 9). After one that may have
/// taken it, no other's refusal is believed.
public final class EndorserClient {

    /// No endorser said that it took the submission, and too few that it is refused: send it again.
    public static final class Unavailable extends RuntimeException {
        private final boolean perhapsTaken;
        private final Optional<String> refusal;
        private final Optional<String> code;

        private Unavailable(Throwable cause, boolean perhapsTaken, Optional<Refusal> first) {
            super(first.isEmpty() ? "no endorser answered" : "too few endorsers answered", cause);
            this.perhapsTaken = perhapsTaken;
            this.refusal = first.map(Refusal::said);
            this.code = first.map(Refusal::code);
        }

        /// Words of the first that refused; empty where none did.
        public Optional<String> refusal() {
            return refusal;
        }

        /// Code of the first that refused, as in [Refused#code]; empty where none did.
        public Optional<String> code() {
            return code;
        }

        /// Whether one of them may have taken it all the same: it may commit until it expires.
        public boolean perhapsTaken() {
            return perhapsTaken;
        }
    }

    /// As many endorsers as it takes refused the submission for good, and none was asked that may have taken it.
    public static final class Refused extends RuntimeException {
        private final String code;

        Refused(Refusal first) {
            super(first.said(), first.cause().orElse(null));
            this.code = first.code();
        }

        /// Code of the first that refused: the code of the rule, or the HTTP status where it gave none.
        public String code() {
            return code;
        }
    }

    /// One endorser's refusal.
    ///
    /// @param cause empty where an answer said it
    private record Refusal(String code, String said, Optional<RestClientResponseException> cause) {
        static Refusal of(RestClientResponseException problem) {
            String code = ProblemCode.of(problem)
                    .orElse("refused-" + problem.getStatusCode().value());
            return new Refusal(code, problem.getResponseBodyAsString(), Optional.of(problem));
        }

        static Refusal of(SubmissionAnswer answer) {
            String said = String.valueOf(answer.code());
            return new Refusal(CODE.matcher(said).matches() ? said : "refused", said, Optional.empty());
        }
    }

    private static final Pattern CODE = Pattern.compile("[a-z0-9-]{1,64}");

    private final List<EndorserApi> endorsers;
    private final RandomGenerator random;

    /// @param endorsers at least one
    /// @param random draws the order in which they are asked
    public EndorserClient(List<EndorserApi> endorsers, RandomGenerator random) {
        if (endorsers.isEmpty()) {
            throw new IllegalArgumentException("at least one endorser");
        }
        this.endorsers = List.copyOf(endorsers);
        this.random = random;
    }

    /// Returns when one endorser took it. With a threshold of t out of n, n - t + 1 refusals leave too few to sign, or
    /// those of all where fewer are known. Fewer prove nothing: one that says no may have gathered its peers'
    /// signatures all the same, and must not keep a submission from those who would sign it.
    ///
    /// @param group that is to sign it, in the configuration in force
    /// @throws Refused when the rules say no
    /// @throws Unavailable when no endorser took it, and too few refused it
    public void submit(Submission submission, EndorserGroup group) {
        int believed = believed(group, endorsers.size());
        byte[] bytes = submission.encode();
        RuntimeException last = new IllegalStateException("every endorser that was asked refused it");
        boolean perhapsTaken = false;
        List<Refusal> refusals = new ArrayList<>();
        for (EndorserApi endorser : inDrawnOrder()) {
            try {
                SubmissionAnswer answer = readable(endorser.submit(bytes));
                if (answer.accepted()) {
                    return;
                }
                refusals.add(Refusal.of(answer));
            } catch (RestClientResponseException e) {
                if (isFinal(e.getStatusCode())) {
                    refusals.add(Refusal.of(e));
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
            if (refusals.size() == believed && !perhapsTaken) {
                throw new Refused(refusals.getFirst());
            }
        }
        throw new Unavailable(
                last, perhapsTaken || !refusals.isEmpty(), refusals.stream().findFirst());
    }

    /// Hands in several at once, of which later ones may spend outputs of earlier ones: to one endorser after the
    /// other, each of which is asked about those that are neither taken nor refused by as many as it takes. Nothing is
    /// concluded here: what a refusal means depends on whether an earlier copy may be on its way.
    ///
    /// @param submissions 1 to [Submission#LIST_MAX]
    /// @param ticket in hexadecimal digits, of a submitter that is going to ask how far they are; null if it is not
    /// @param group that is to sign them, in the configuration in force
    /// @param saysNothing codes of refusals that do not speak of the transaction
    public BatchAnswers submitAll(
            List<Submission> submissions, @Nullable String ticket, EndorserGroup group, Set<String> saysNothing) {
        BatchAnswers answers = new BatchAnswers(group, endorsers.size(), saysNothing);
        List<Submission> open = submissions;
        for (EndorserApi endorser : inDrawnOrder()) {
            try {
                open = answers.take(open, readable(endorser.submitAll(Submission.encodeList(open), ticket)));
            } catch (RestClientResponseException e) {
                answers.silent(e.getStatusCode().is5xxServerError());
            } catch (RestClientException e) {
                answers.silent(!neverConnected(e));
            }
            if (open.isEmpty()) {
                break;
            }
        }
        return answers;
    }

    /// One endorser's answers, where each says something of a transaction. Any other answer counts as none, after which
    /// the endorser may have taken them: it neither concludes anything nor keeps other endorsers from being asked.
    ///
    /// @param answers null where the body was empty
    /// @throws RestClientException for answers, one answer, an id, or the code of a refusal, that are not there
    private static List<SubmissionAnswer> readable(@Nullable List<SubmissionAnswer> answers) {
        if (answers == null) {
            throw saysNothing();
        }
        answers.forEach(EndorserClient::readable);
        return answers;
    }

    private static SubmissionAnswer readable(@Nullable SubmissionAnswer answer) {
        if (answer == null || answer.id() == null || !answer.accepted() && answer.code() == null) {
            throw saysNothing();
        }
        return answer;
    }

    private static RestClientException saysNothing() {
        return new RestClientException("an answer that says nothing");
    }

    /// Refusals that leave too few endorsers to sign.
    static int believed(EndorserGroup group, int known) {
        return Math.min(group.verificationKeys().size() - group.threshold() + 1, known);
    }

    private List<EndorserApi> inDrawnOrder() {
        List<EndorserApi> order = new ArrayList<>(endorsers);
        Collections.shuffle(order, random);
        return order;
    }

    private static boolean neverConnected(RestClientException e) {
        Throwable cause = e instanceof ResourceAccessException ? e.getCause() : null;
        return cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException;
    }

    private static boolean isFinal(HttpStatusCode status) {
        return status.is4xxClientError() && status.value() != 429 && status.value() != 408;
    }
}

package io.florin.runtime.submission;

import io.florin.ledger.client.Submission;
import io.florin.ledger.config.NetworkConfiguration.EndorserGroup;
import io.florin.ledger.rules.RefusalReason;
import io.florin.runtime.http.ProblemCode;
import java.util.function.Supplier;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientException;

/// Hands transactions in that are handed in until the ledger has said its last word, and says what to do next: the one
/// list of what may be tried again, whoever refused it, an endorser or the auditor. When to try again ([Resends]) and
/// what becomes of the wish is its owner's.
public final class SubmissionClient {

    private final EndorserClient endorsers;

    public SubmissionClient(EndorserClient endorsers) {
        this.endorsers = endorsers;
    }

    /// Outcome of handing in.
    public sealed interface Answer {

        /// An endorser took it.
        record Taken() implements Answer {}

        /// Nobody took it now, and somebody may later: it is handed in again as it is, until it expires.
        ///
        /// @param code of the refusal, or `no-auditor-answers`, `no-endorser-answers`
        record Again(String code) implements Answer {}

        /// Refused at its first submission for what no waiting mends: the wish needs another transaction, made under
        /// what is in force now.
        record Outdated(String code) implements Answer {}
    }

    /// Hands in what never left before.
    ///
    /// @param submission asks the auditor, where it has to be asked
    /// @param group that is to sign it, in the configuration in force
    public Answer submit(Supplier<Submission> submission, EndorserGroup group) {
        Submission made;
        try {
            made = submission.get();
        } catch (HttpClientErrorException refused) {
            return refused(ProblemCode.of(refused)
                    .orElse("refused-" + refused.getStatusCode().value()));
        } catch (RestClientException away) {
            return new Answer.Again("no-auditor-answers");
        }
        try {
            endorsers.submit(made, group);
            return new Answer.Taken();
        } catch (EndorserClient.Refused refused) {
            return refused(refused.code());
        } catch (EndorserClient.Unavailable away) {
            return new Answer.Again(away.code().orElse("no-endorser-answers"));
        }
    }

    /// Hands in again what may have been taken before. No refusal proves anything of that copy, which may be on its way
    /// and commit, nor is an auditor's refusal signed: it is never outdated by what anybody answers, but by its expiry
    /// or by a configuration that came into force since, which its owner sees on the ledger.
    ///
    /// @param submission asks the auditor, where it has to be asked
    /// @param group that is to sign it, in the configuration in force
    /// @return taken, or again
    public Answer submitAgain(Supplier<Submission> submission, EndorserGroup group) {
        Answer answer = submit(submission, group);
        return answer instanceof Answer.Outdated(String code) ? new Answer.Again(code) : answer;
    }

    private static Answer refused(String code) {
        return RefusalReason.isOutdated(code) ? new Answer.Outdated(code) : new Answer.Again(code);
    }
}

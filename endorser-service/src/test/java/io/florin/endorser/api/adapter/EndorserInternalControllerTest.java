package io.florin.endorser.api.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.Failure;
import io.florin.runtime.api.EndorserInternalApi.ProposalAnswer;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

/// Verdicts that are kept, where the share over them fails.
class EndorserInternalControllerTest {

    private static final List<Integer> VERDICTS = List.of(0, 0);

    private static ProposalAnswer after(RuntimeException failed) {
        return EndorserInternalController.orWithoutShare(VERDICTS, () -> {
            throw failed;
        });
    }

    @Test
    void verdictsThatAreKeptAreAnsweredThoughTheShareFails() {
        for (RuntimeException failed : List.of(
                new Failure("too many signatures wait to be checked"),
                new RejectedExecutionException("full"),
                new DataAccessResourceFailureException("lost", new SQLException("connection lost", "08006")))) {
            assertThat(after(failed)).isEqualTo(new ProposalAnswer(VERDICTS, 0, ""));
        }
    }

    @Test
    void aShareThatIsGivenIsAnswered() {
        ProposalAnswer given = new ProposalAnswer(VERDICTS, 2, "ab");
        assertThat(EndorserInternalController.orWithoutShare(VERDICTS, () -> given))
                .isEqualTo(given);
    }

    @Test
    void aBugIsNoFailure() {
        assertThatThrownBy(() -> after(new IllegalStateException("planted"))).hasMessage("planted");
    }
}

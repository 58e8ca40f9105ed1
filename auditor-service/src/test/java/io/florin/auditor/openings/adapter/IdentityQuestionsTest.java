package io.florin.auditor.openings.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.florin.runtime.http.ProblemException;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;

class IdentityQuestionsTest {
    private static final String TRANSACTION = "ab".repeat(32);

    /// None of them reaches the database, where a zero byte ends in an error of the service, nor another service's
    /// address; there is neither here.
    @ParameterizedTest
    @ValueSource(strings = {"AZ-\u0000", "AZ 1", "../cases", "AZ-1?x=1", "\ud83d"})
    void whatIsNoReferenceIsRefusedBeforeAnythingIsAsked(String reference) {
        IdentityQuestions questions = new IdentityQuestions(
                Optional.empty(),
                new OpeningLog(JdbcClient.create(new DriverManagerDataSource("jdbc:none:"))),
                (actor, action, subject, reason) -> {
                    throw new AssertionError(action);
                },
                new TransactionTemplate());

        assertRefused(() -> questions.ask(reference, TRANSACTION, "cd".repeat(32), "ada"));
        assertRefused(() -> questions.under(reference));
        assertThat(questions.under(" ")).isEmpty();
    }

    private static void assertRefused(Runnable question) {
        assertThatThrownBy(question::run)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> assertThat(refused.status()).isEqualTo(HttpStatus.BAD_REQUEST));
    }
}

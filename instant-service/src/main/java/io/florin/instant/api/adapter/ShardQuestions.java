package io.florin.instant.api.adapter;

import io.florin.instant.authority.adapter.RailAuthority;
import io.florin.instant.process.adapter.AuthorityProcess;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// Asks each shard of an authority the same.
final class ShardQuestions {

    private static final Duration WITHIN = Duration.ofSeconds(5);

    private ShardQuestions() {}

    /// A question that a shard answers on its thread.
    @FunctionalInterface
    interface Question<T> {

        /// @return false if the shard does not take it
        boolean ask(RailAuthority authority, int shard, Consumer<T> answer);
    }

    static AuthorityProcess.Opened opened(AuthorityProcess process) {
        return process.opened()
                .orElseThrow(() -> new ProblemException(ProblemCode.UNAVAILABLE, "The ledger has no such rail yet."));
    }

    /// The answers in the order of the shards.
    ///
    /// @throws ProblemException if a shard has no room, has stopped, or does not answer in time
    static <T> List<T> all(RailAuthority authority, Question<T> question) {
        List<CompletableFuture<T>> asked = new ArrayList<>();
        for (int shard = 0; shard < authority.shards(); shard++) {
            CompletableFuture<T> answer = new CompletableFuture<>();
            if (!question.ask(authority, shard, answer::complete)) {
                throw silent();
            }
            asked.add(answer);
        }
        List<T> answers = new ArrayList<>();
        for (CompletableFuture<T> each : asked) {
            answers.add(get(each));
        }
        return answers;
    }

    private static <T> T get(CompletableFuture<T> answer) {
        try {
            return answer.get(WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            throw silent();
        } catch (ExecutionException | TimeoutException none) {
            throw silent();
        }
    }

    private static ProblemException silent() {
        return new ProblemException(ProblemCode.UNAVAILABLE, "A shard does not answer.");
    }
}

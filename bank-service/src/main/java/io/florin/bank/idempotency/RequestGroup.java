package io.florin.bank.idempotency;

import io.florin.bank.idempotency.IdempotencyStore.Answer;
import io.florin.bank.idempotency.IdempotencyStore.Question;
import io.florin.bank.idempotency.IdempotencyStore.Result;
import io.florin.runtime.database.DatabaseAway;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.springframework.dao.ConcurrencyFailureException;

/// Does requests that wait at the same time in one database transaction. So many are done at once as have come while
/// the ones before were done: one alone does not wait. Where a transaction fails, or would wait for what somebody else
/// holds, each of its requests is done by itself, beside those of other subjects, so that none fails or waits for
/// another one's reason. What is about the same subject is done together or one after the other: transactions that wait
/// for each other's rows would do the work of one, and each hold a connection meanwhile. For any thread.
///
/// @param <T> what a request was prepared to
final class RequestGroup<T> {

    private static final int TOGETHER_MAX = 64;

    /// While one transaction waits for the disk the next is made.
    private static final int AT_A_TIME = 2;

    private final IdempotencyStore store;
    private final Function<List<T>, List<Answer>> action;
    private final Function<T, Object> subject;
    private final Queue<Waiting<T>> waiting = new ArrayDeque<>();
    private final Set<Object> underWay = new HashSet<>();
    private int working;

    /// @param subject of a request, such as what it locks
    RequestGroup(IdempotencyStore store, Function<List<T>, List<Answer>> action, Function<T, Object> subject) {
        this.store = store;
        this.action = action;
        this.subject = subject;
    }

    private record Waiting<T>(Question question, T prepared, CompletableFuture<Result> result) {}

    /// Requests that nobody has begun to do.
    synchronized int waiting() {
        return waiting.size();
    }

    /// Waits until it is done.
    Result done(Question question, T prepared) {
        Waiting<T> own = new Waiting<>(question, prepared, new CompletableFuture<>());
        if (joins(own)) {
            Thread.ofVirtual().name("bank-acceptance").start(this::work);
        }
        try {
            return own.result.join();
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
        }
    }

    /// @return whether somebody is needed to do it
    private synchronized boolean joins(Waiting<T> own) {
        waiting.add(own);
        if (working == AT_A_TIME) {
            return false;
        }
        working++;
        return true;
    }

    private void work() {
        for (List<Waiting<T>> next = next(List.of()); !next.isEmpty(); ) {
            next = next(together(next));
        }
    }

    /// Requests whose subjects are free now. A request whose subject is under way asks again when that is done, so none
    /// waits for ever.
    ///
    /// @param done requests whose subjects are free again
    private synchronized List<Waiting<T>> next(List<Waiting<T>> done) {
        done.forEach(request -> underWay.remove(subject.apply(request.prepared)));
        List<Waiting<T>> next = new ArrayList<>();
        for (Iterator<Waiting<T>> all = waiting.iterator(); next.size() < TOGETHER_MAX && all.hasNext(); ) {
            Waiting<T> request = all.next();
            if (!underWay.contains(subject.apply(request.prepared))) {
                next.add(request);
                all.remove();
            }
        }
        next.forEach(request -> underWay.add(subject.apply(request.prepared)));
        if (next.isEmpty()) {
            working--;
        }
        return next;
    }

    /// @return those whose subjects are free again; the others are done by themselves, and free them then
    private List<Waiting<T>> together(List<Waiting<T>> requests) {
        try {
            List<Result> results = store.together(
                    requests.stream().map(Waiting::question).toList(),
                    places -> action.apply(places.stream()
                            .map(place -> requests.get(place).prepared)
                            .toList()));
            for (int i = 0; i < results.size(); i++) {
                requests.get(i).result.complete(results.get(i));
            }
            return requests;
        } catch (RuntimeException | Error failed) {
            if (DatabaseAway.isBehind(failed) && !(failed instanceof ConcurrencyFailureException)) {
                requests.forEach(request -> request.result.completeExceptionally(failed));
                return requests;
            }
            Map<Object, List<Waiting<T>>> bySubject = new LinkedHashMap<>();
            for (Waiting<T> request : requests) {
                bySubject
                        .computeIfAbsent(subject.apply(request.prepared), _ -> new ArrayList<>())
                        .add(request);
            }
            bySubject.forEach((about, each) ->
                    Thread.ofVirtual().name("bank-acceptance-alone").start(() -> oneByOne(about, each)));
            return List.of();
        }
    }

    private void oneByOne(Object about, List<Waiting<T>> requests) {
        requests.forEach(this::alone);
        if (frees(about)) {
            work();
        }
    }

    /// @return whether somebody is needed to do what waits for it
    private synchronized boolean frees(Object about) {
        underWay.remove(about);
        if (waiting.isEmpty() || working == AT_A_TIME) {
            return false;
        }
        working++;
        return true;
    }

    private void alone(Waiting<T> request) {
        try {
            request.result.complete(store.alone(
                    request.question,
                    () -> action.apply(List.of(request.prepared)).getFirst()));
        } catch (RuntimeException | Error failed) {
            request.result.completeExceptionally(failed);
        }
    }
}

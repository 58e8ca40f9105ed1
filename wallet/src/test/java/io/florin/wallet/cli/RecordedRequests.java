package io.florin.wallet.cli;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import io.florin.crypto.Bytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Everything that left a wallet for the servers behind this filter, in the order in which it came.
final class RecordedRequests extends Filter {

    /// @param target path and query
    record Request(String method, String target, Bytes body) {

        String text() {
            return new String(body.toArray(), StandardCharsets.UTF_8);
        }

        boolean mentions(String words) {
            return target.contains(words) || text().contains(words);
        }
    }

    private final List<Request> requests = new CopyOnWriteArrayList<>();

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        requests.add(new Request(
                exchange.getRequestMethod(), exchange.getRequestURI().toString(), Bytes.of(body)));
        exchange.setStreams(new ByteArrayInputStream(body), null);
        chain.doFilter(exchange);
    }

    @Override
    public String description() {
        return "what left a wallet";
    }

    List<Request> all() {
        return List.copyOf(requests);
    }

    /// To a path that begins so.
    List<Request> to(String path) {
        return requests.stream()
                .filter(request -> request.target().startsWith(path))
                .toList();
    }

    void clear() {
        requests.clear();
    }
}

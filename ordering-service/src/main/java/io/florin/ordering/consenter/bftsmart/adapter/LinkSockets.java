package io.florin.ordering.consenter.bftsmart.adapter;

import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The open ends of a party's links. For any thread.
final class LinkSockets {
    private static final Logger log = LoggerFactory.getLogger(LinkSockets.class);

    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    void add(Socket socket) {
        open.add(socket);
    }

    void drop(@Nullable Socket socket) {
        if (socket != null) {
            open.remove(socket);
            closeQuietly(socket);
        }
    }

    void closeAll() {
        List.copyOf(open).forEach(this::drop);
    }

    static void closeQuietly(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception ended) {
            log.debug("closing: {}", ended.toString());
        }
    }
}

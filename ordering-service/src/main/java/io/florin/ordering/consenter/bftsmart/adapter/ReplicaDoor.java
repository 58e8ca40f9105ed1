package io.florin.ordering.consenter.bftsmart.adapter;

import bftsmart.communication.server.ServersCommunicationLayer;
import io.florin.runtime.Failure;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.ServerSocket;

/// Where a member takes links: a port of the loopback address. The library listens for them on all interfaces and can
/// be told nothing else, so its socket is changed for this one as soon as it exists, some milliseconds after it was
/// opened, and closed. A library whose socket cannot be changed does not start.
///
/// Whoever connects to this door before the change waits in its queue.
final class ReplicaDoor implements AutoCloseable {
    private static final String SOCKET = "serverSocket";
    private static final int WAITING_MAX = 64;

    private final ServerSocket loopback;

    ReplicaDoor() {
        try {
            this.loopback = new ServerSocket(0, WAITING_MAX, InetAddress.getLoopbackAddress());
        } catch (IOException broken) {
            throw new Failure("no local port for links of members", broken);
        }
    }

    int port() {
        return loopback.getLocalPort();
    }

    /// From now on the library listens here. The thread that waits at the old socket fails, and waits at this one next.
    void takeOver(ServersCommunicationLayer library) {
        try {
            Field field = ServersCommunicationLayer.class.getDeclaredField(SOCKET);
            field.setAccessible(true);
            ServerSocket before = (ServerSocket) field.get(library);
            loopback.setSoTimeout(before.getSoTimeout());
            field.set(library, loopback);
            before.close();
        } catch (IOException | ReflectiveOperationException other) {
            throw new Failure("the library's port for links cannot be changed", other);
        }
    }

    @Override
    public void close() {
        try {
            loopback.close();
        } catch (IOException ignored) {
            // nobody can come in either way
        }
    }
}

package io.florin.ordering.consenter.bftsmart.adapter;

import bftsmart.communication.server.ServersCommunicationLayer;
import io.florin.runtime.Failure;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.ServerSocket;

/// Listener for a member's links: a port of the loopback address that is there before the library is, so that whoever
/// comes early waits in its queue, and that is closed when the member ends, not when the library next looks. The
/// library's own socket, which [LoopbackPatch] keeps on the loopback address, is changed for this one as soon as it
/// exists. A library that listens anywhere else, or whose socket cannot be changed, does not start.
final class ReplicaListener implements AutoCloseable {
    private static final String SOCKET = "serverSocket";
    private static final int WAITING_MAX = 64;

    private final ServerSocket loopback;
    private volatile boolean takenOver;

    ReplicaListener() {
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
            if (!before.getInetAddress().isLoopbackAddress()) {
                throw new Failure("the library took links on " + before.getInetAddress());
            }
            takenOver = true;
        } catch (IOException | ReflectiveOperationException other) {
            throw new Failure("the library's port for links cannot be changed", other);
        }
    }

    /// Whether the library takes links.
    boolean isTakenOver() {
        return takenOver;
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

package io.florin.sandbox.ports;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Ports of the loopback address for tests, all different, of which nobody else takes one before it is used: neither
/// the system for an outgoing connection, since they lie below its range and below those of the sandboxes, nor another
/// test in this JVM or in another one. A port that was given is marked by a socket at the same port of another loopback
/// address, which stays until the JVM ends; whoever finds that taken goes on to the next.
public final class FreePorts {
    private static final FreePorts OF_TESTS = new FreePorts(10_000, 2_000);
    private static final byte[] MARKS = {127, 0, 0, 2};

    private final int first;
    private final int count;
    private final List<ServerSocket> marks = new ArrayList<>();

    /// @param first port of the range
    /// @param count of ports in it
    FreePorts(int first, int count) {
        this.first = first;
        this.count = count;
    }

    /// For servers that listen on 127.0.0.1, not on all addresses.
    public static List<Integer> some(int count) {
        return OF_TESTS.take(count);
    }

    /// @throws IllegalStateException if there are not so many left
    synchronized List<Integer> take(int wanted) {
        List<Integer> taken = new ArrayList<>();
        int begin = new Random().nextInt(count);
        for (int i = 0; i < count && taken.size() < wanted; i++) {
            int port = first + (begin + i) % count;
            if (PortPlan.isFree(port) && mark(port)) {
                taken.add(port);
            }
        }
        if (taken.size() < wanted) {
            throw new IllegalStateException(
                    wanted - taken.size() + " ports too few from " + first + " to " + (first + count - 1));
        }
        return taken;
    }

    private boolean mark(int port) {
        try {
            ServerSocket mark = new ServerSocket();
            try {
                mark.bind(new InetSocketAddress(InetAddress.getByAddress(MARKS), port), 1);
                marks.add(mark);
                return true;
            } catch (IOException taken) {
                mark.close();
                return false;
            }
        } catch (IOException broken) {
            throw new IllegalStateException("no socket to mark a port", broken);
        }
    }
}

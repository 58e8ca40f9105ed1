package io.florin.ordering.consenter.bftsmart.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bftsmart.communication.server.ServersCommunicationLayer;
import bftsmart.reconfiguration.ServerViewController;
import bftsmart.reconfiguration.util.HostsConfig;
import bftsmart.reconfiguration.util.TOMConfiguration;
import bftsmart.reconfiguration.views.MemoryBasedViewStorage;
import io.florin.testkit.Patience;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ReplicaListenerTest {
    private static final int NO_REPLICA = 99;
    private static final int MILLIS = 10_000;

    @BeforeAll
    static void patch() {
        assertThat(LoopbackPatch.install().getName())
                .isEqualTo("bftsmart.communication.server.ServersCommunicationLayer");
    }

    /// From the first moment on: nothing is done to the library between its making and these calls.
    @Test
    void theLibraryListensOnLoopbackOnly() throws Exception {
        int port = freePort();
        var library = new Library(port - 1);
        try {
            assertThat(isAnswered(connect(InetAddress.getLoopbackAddress(), port)))
                    .isTrue();
            Optional<InetAddress> outside = outside();
            if (outside.isPresent()) {
                refuses(outside.get(), port);
            }
        } finally {
            library.shutdown();
        }
    }

    @Test
    void theDoorTakesOver() throws Exception {
        int port = freePort();
        var library = new Library(port - 1);
        try (var listener = new ReplicaListener();
                Socket early = connect(InetAddress.getLoopbackAddress(), listener.port())) {
            library.comesIn(listener);

            assertThat(isAnswered(early)).as("who came early is served").isTrue();
            assertThat(isAnswered(connect(InetAddress.getLoopbackAddress(), listener.port())))
                    .isTrue();
            refuses(InetAddress.getLoopbackAddress(), port);
            Optional<InetAddress> outside = outside();
            if (outside.isPresent()) {
                refuses(outside.get(), listener.port());
            }
        } finally {
            library.shutdown();
        }
    }

    @Test
    void aClassThatOpensNoSuchPortIsAnotherLibrary() throws IOException {
        byte[] other;
        try (var found = ReplicaListenerTest.class.getResourceAsStream("ReplicaListenerTest.class")) {
            other = found == null ? new byte[0] : found.readAllBytes();
        }
        assertThatThrownBy(() -> LoopbackPatch.patched(other)).hasMessageContaining("opens 0 ports");
    }

    /// Also while the system takes a moment to free the port.
    private static void refuses(InetAddress host, int port) {
        await().atMost(Patience.LIMIT)
                .untilAsserted(() ->
                        assertThatThrownBy(() -> connect(host, port).close()).isInstanceOf(ConnectException.class));
    }

    /// The library cuts off whoever is no replica, so it has read what came.
    private static boolean isAnswered(Socket socket) throws IOException {
        try (socket) {
            new DataOutputStream(socket.getOutputStream()).writeInt(NO_REPLICA);
            return socket.getInputStream().read() == -1;
        }
    }

    private static Socket connect(InetAddress host, int port) throws IOException {
        var socket = new Socket(host, port);
        socket.setSoTimeout(MILLIS);
        return socket;
    }

    /// An address of this host that other hosts could use.
    private static Optional<InetAddress> outside() throws IOException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .findFirst();
    }

    /// In a class of its own: whoever looks at the methods of the test must not load the library before it is patched.
    private static final class Library {
        private final ServersCommunicationLayer layer;

        /// Its threads are daemons when the one that makes it is.
        Library(int clientPort) throws Exception {
            var made = new CompletableFuture<ServersCommunicationLayer>();
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    made.complete(make(clientPort));
                } catch (Exception failed) {
                    made.completeExceptionally(failed);
                }
            });
            layer = made.get(MILLIS, TimeUnit.MILLISECONDS);
        }

        void comesIn(ReplicaListener listener) {
            listener.takeOver(layer);
        }

        void shutdown() {
            layer.shutdown();
        }

        private static ServersCommunicationLayer make(int clientPort) throws Exception {
            var settings = new Properties();
            settings.put("system.servers.num", "4");
            settings.put("system.servers.f", "1");
            settings.put("system.initial.view", "0,1,2,3");
            settings.put("system.communication.useSenderThread", "true");
            var hosts = new HostsConfig();
            for (int replica : List.of(0, 1, 2, 3)) {
                hosts.add(replica, "127.0.0.1", replica == 0 ? clientPort : 1);
            }
            var configuration = new TOMConfiguration(0, settings, hosts);
            var controller = new ServerViewController(configuration, new MemoryBasedViewStorage());
            return new ServersCommunicationLayer(controller, new LinkedBlockingQueue<>(), null);
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}

package io.florin.sandbox.ports;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Names each port of the sandbox by a key such as `bank-1.http`. The numbers are fixed below the range from which the
/// operating system takes ephemeral ports, and move together by one offset, so that two sandboxes fit on one machine.
public final class PortPlan {
    /// First port of the plan at offset 0.
    public static final int BASE = 17_000;

    /// Offsets beyond this one would reach the ephemeral range of Linux, which starts at 32768.
    public static final int OFFSET_MAX = 15_000;

    private final Map<String, Integer> ports;

    private PortPlan(Map<String, Integer> ports) {
        this.ports = ports;
    }

    /// A port that something else already holds, and the key it was meant for.
    public record Taken(String key, int port) {
        public String message() {
            return "Port " + port + " (" + key + ") is already in use. Stop the program that holds it, or choose other"
                    + " ports with --port-offset.";
        }
    }

    /// Builds a plan from `key → distance from the base`.
    public static PortPlan of(Map<String, Integer> distances, int offset) {
        if (offset < 0 || offset > OFFSET_MAX) {
            throw new IllegalArgumentException("port offset must be between 0 and " + OFFSET_MAX + ", is " + offset);
        }
        Map<String, Integer> ports = new LinkedHashMap<>();
        Map<Integer, String> owners = new LinkedHashMap<>();
        distances.forEach((key, distance) -> {
            int port = BASE + offset + distance;
            String other = owners.putIfAbsent(port, key);
            if (other != null) {
                throw new IllegalArgumentException("port " + port + " is planned for " + other + " and for " + key);
            }
            ports.put(key, port);
        });
        return new PortPlan(ports);
    }

    public int port(String key) {
        Integer port = ports.get(key);
        if (port == null) {
            throw new IllegalArgumentException("no port is planned for " + key);
        }
        return port;
    }

    public Map<String, Integer> all() {
        return Map.copyOf(ports);
    }

    /// The planned ports that cannot be bound now, in the order of the plan.
    public List<Taken> taken() {
        List<Taken> taken = new ArrayList<>();
        ports.forEach((key, port) -> {
            if (!isFree(port)) {
                taken.add(new Taken(key, port));
            }
        });
        return taken;
    }

    /// Whether a listener can be bound to the port on the loopback interface; the probe is closed at once.
    static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}

package io.florin.sandbox.plan;

import io.florin.sandbox.ports.PortPlan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Plan of ports: infrastructure first, then ten numbers per service instance, of which the first is its public HTTP
/// port and the second its internal one. Ordering parties use two more for consensus, with the gap that the consensus
/// library needs; authorities of an instant rail one more for the rail.
final class SandboxPorts {
    private static final int INSTANCES_FROM = 100;
    private static final int PER_INSTANCE = 10;

    private SandboxPorts() {}

    static PortPlan plan(List<String> instances, int offset) {
        Map<String, Integer> distances = new LinkedHashMap<>();
        distances.put("oidc-issuer.http", 0);
        distances.put("postgres", 1);
        distances.put("kafka", 2);
        distances.put("kafka.controller", 3);
        int next = INSTANCES_FROM;
        for (String instance : instances) {
            distances.put(instance + ".http", next);
            distances.put(instance + ".internal", next + 1);
            if (instance.startsWith("ordering-")) {
                distances.put(instance + ".consensus", next + 4);
            }
            if (instance.startsWith("instant-")) {
                distances.put(instance + ".rail", next + 4);
            }
            next += PER_INSTANCE;
        }
        return PortPlan.of(distances, offset);
    }
}

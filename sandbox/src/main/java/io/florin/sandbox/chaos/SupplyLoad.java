package io.florin.sandbox.chaos;

import io.florin.sandbox.demo.BankClient;
import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.plan.SandboxPlan;
import io.florin.sandbox.run.SandboxException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientException;
import tools.jackson.databind.JsonNode;

/// Banks that withdraw and give back, with two officers' approvals, one order after the other: whatever breaks, one is
/// under way.
final class SupplyLoad {
    private static final Duration PAUSE = Duration.ofMillis(300);
    private static final long AMOUNT = 50_00;
    private static final int APPROVALS = 2;
    private static final String REQUESTED = "REQUESTED";
    private static final List<String> BANKS = List.of("bank-1", "bank-2", "bank-3");

    private final SandboxPlan plan;
    private final DemoClients clients;
    private final ConcurrentLinkedQueue<Order> orders = new ConcurrentLinkedQueue<>();
    private final Thread treasurer;
    private volatile boolean ended;

    private record Order(String bank, String direction, String id) {}

    SupplyLoad(SandboxPlan plan, DemoClients clients) {
        this.plan = plan;
        this.clients = clients;
        this.treasurer = Thread.ofVirtual().name("load-supply").start(this::run);
    }

    private void run() {
        for (int number = 0; !ended; number++) {
            // each bank gives back what it has just withdrawn
            String bank = BANKS.get(number / 2 % BANKS.size());
            String direction = number % 2 == 0 ? "WITHDRAWAL" : "REDEMPTION";
            String key = "drill-order-" + number;
            String id = insist(() -> clients.bank(bank)
                    .once("/v1/supply-orders", key, Map.of("direction", direction, "amount", AMOUNT))
                    .path("id")
                    .asString(""));
            if (!id.isEmpty()) {
                Order order = new Order(bank, direction, id);
                orders.add(order);
                finish(order);
            }
        }
    }

    /// Officers approve what is not approved yet, until the order is final; also at the end, because an order that was
    /// accepted must end.
    private void finish(Order order) {
        do {
            for (int officer = 1; officer <= APPROVALS; officer++) {
                approve(order, officer);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        } while (insist(() -> requestState(order)).equals(REQUESTED));
        while (!ended && !isFinal(insist(() -> state(order)))) {
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private void approve(Order order, int officer) {
        BankClient approver = clients.officer(officer);
        String path = "/v1/supply-requests/" + order.id();
        while (true) {
            try {
                JsonNode shown = approver.get(path);
                if (shown.path("state").asString("").equals(REQUESTED)) {
                    approver.post(
                            path + "/approvals",
                            Map.of(
                                    "digest",
                                    shown.path("digest").asString(""),
                                    "passphrase",
                                    plan.officerPassphrase(officer)));
                }
                return;
            } catch (HttpClientErrorException.Conflict alreadyApprovedOrChanged) {
                return; // looked at again when all officers were here
            } catch (RestClientException notYet) {
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    private String requestState(Order order) {
        return clients.officer(1)
                .get("/v1/supply-requests/" + order.id())
                .path("state")
                .asString("");
    }

    private String state(Order order) {
        return clients.bank(order.bank())
                .get("/v1/supply-orders/" + order.id())
                .path("state")
                .asString("");
    }

    private static boolean isFinal(String state) {
        return state.equals("SETTLED") || state.equals("REFUSED");
    }

    private String insist(Supplier<String> request) {
        while (true) {
            try {
                return request.get();
            } catch (RestClientException noAnswer) {
                boolean refused = noAnswer instanceof HttpClientErrorException refusal
                        && !PaymentLoad.WAITS.contains(refusal.getStatusCode().value());
                if (ended || refused) {
                    return "";
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    /// Whether every order that a bank took has ended.
    boolean allFinal() {
        return orders.stream().allMatch(order -> isFinal(state(order)));
    }

    int size() {
        return orders.size();
    }

    void end() {
        ended = true;
        try {
            if (!treasurer.join(Duration.ofMinutes(2))) {
                throw new SandboxException("the treasurer does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

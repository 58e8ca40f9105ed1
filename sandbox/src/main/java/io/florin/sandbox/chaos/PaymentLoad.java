package io.florin.sandbox.chaos;

import io.florin.sandbox.demo.BankClient;
import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.demo.SeededEconomy;
import io.florin.sandbox.demo.SeededEconomy.Account;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientException;

/// Customers who pay all the time, through faults: a request without an answer is repeated with the same key until the
/// bank says yes or no. What was accepted is remembered, to be asked for at the end.
final class PaymentLoad {
    /// Between two payments of one bank's customers; processes that start again need the processors too.
    private static final Duration PAUSE = Duration.ofMillis(1500);
    private static final Duration REPEAT_PAUSE = Duration.ofMillis(300);
    private static final long AMOUNT_MAX = 5_00;
    /// Not logged in any more, the same request is under way, too many requests: try again.
    static final Set<Integer> WAITS = Set.of(401, 409, 429);

    static final Set<String> FINAL = Set.of("SETTLED", "REJECTED");

    private final DemoClients clients;
    private final Map<String, List<Account>> byBank = new TreeMap<>();
    private final Map<String, Accepted> accepted = new ConcurrentHashMap<>();
    private final Map<String, String> ended = new ConcurrentHashMap<>();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong repeated = new AtomicLong();
    private final List<Thread> customers = new ArrayList<>();
    private volatile boolean closed;

    /// @param path where the bank tells its state
    private record Accepted(String bank, String path) {}

    PaymentLoad(DemoClients clients, SeededEconomy seeded, long seed) {
        this.clients = clients;
        seeded.accounts().values().stream()
                .sorted(Comparator.comparing(Account::iban))
                .forEach(account -> byBank.computeIfAbsent(account.bank(), _ -> new ArrayList<>())
                        .add(account));
        List<Account> payees = byBank.values().stream().flatMap(List::stream).toList();
        byBank.forEach((bank, accounts) -> customers.add(Thread.ofVirtual()
                .name("load-" + bank)
                .start(() -> pay(bank, accounts, payees, new Random(seed + bank.hashCode())))));
    }

    private void pay(String bank, List<Account> payers, List<Account> payees, Random random) {
        for (long number = 1; !closed; number++) {
            Account payer = payers.get(random.nextInt(payers.size()));
            Account payee = payees.get(random.nextInt(payees.size()));
            if (!payee.equals(payer)) {
                pay(bank, payer, payee, 1 + random.nextLong(AMOUNT_MAX), number);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private void pay(String bank, Account payer, Account payee, long amount, long number) {
        String key = "load-" + bank + "-" + number;
        Map<String, Object> payment = new LinkedHashMap<>();
        payment.put("wallet", payer.wallet());
        payment.put("payee", Map.of("name", payee.holder(), "account", payee.iban()));
        payment.put("amount", amount);
        payment.put("currency", "FLN");
        payment.put("endToEndId", "L" + number);
        payment.put("remittance", "load");
        insist(bank, "/v1/payments", key, payment);
    }

    private void insist(String bank, String path, String key, Map<String, ?> body) {
        BankClient client = clients.bank(bank);
        do {
            try {
                String id = client.once(path, key, body).path("id").asString("");
                accepted.put(key, new Accepted(bank, path + "/" + id));
                return;
            } catch (HttpClientErrorException refusal) {
                if (!WAITS.contains(refusal.getStatusCode().value())) {
                    refused.incrementAndGet();
                    return;
                }
            } catch (RestClientException noAnswer) {
                repeated.incrementAndGet();
            }
            LockSupport.parkNanos(REPEAT_PAUSE.toNanos());
        } while (!closed); // without an answer nothing was promised, and at the end nobody insists any more
    }

    int acceptedSoFar() {
        return accepted.size();
    }

    String summary() {
        return accepted.size() + " accepted, " + refused.get() + " refused, " + repeated.get() + " repeated";
    }

    /// How many of the accepted payments are in each state at their banks; what is final is asked for once.
    Map<String, Integer> states() {
        Map<String, Integer> states = new TreeMap<>();
        accepted.forEach((key, payment) -> {
            String before = ended.get(key);
            String state = before != null ? before : state(payment);
            if (FINAL.contains(state)) {
                ended.put(key, state);
            }
            states.merge(state, 1, Integer::sum);
        });
        return states;
    }

    private String state(Accepted payment) {
        return clients.bank(payment.bank()).get(payment.path()).path("state").asString("UNKNOWN");
    }

    /// No new payments; what was accepted goes on.
    void end() {
        closed = true;
        for (Thread customer : customers) {
            try {
                customer.join(TimeUnit.SECONDS.toMillis(90));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

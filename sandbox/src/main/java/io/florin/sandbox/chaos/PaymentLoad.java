package io.florin.sandbox.chaos;

import io.florin.sandbox.demo.BankClient;
import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.demo.SeededEconomy;
import io.florin.sandbox.demo.SeededEconomy.Account;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientException;

/// Customers who pay all the time, through faults, so many a second: a request without an answer is repeated with the
/// same key until the bank says yes or no. What was accepted is remembered, to be asked for at the end. One account at
/// each bank takes no part, so that other banks have strangers of whom they may know nothing.
final class PaymentLoad {
    /// Of each bank at most, who pay side by side; fewer where they would only wait for their turn.
    private static final int CUSTOMERS_MAX = 24;

    /// Payments that are later than this, because a bank was away, are left out: no burst makes up for them.
    private static final Duration LATE_MAX = Duration.ofSeconds(1);

    private static final int ASKED_AT_ONCE = 16;
    private static final Duration REPEAT_PAUSE = Duration.ofMillis(300);
    private static final long AMOUNT_MAX = 5_00;
    /// Not logged in any more, the same request is under way, too many requests: try again.
    static final Set<Integer> WAITS = Set.of(401, 409, 429);

    private static final String SETTLED = "SETTLED";
    static final Set<String> FINAL = Set.of(SETTLED, "REJECTED");

    /// So long after the end customers still ask what became of their last request.
    private static final Duration ANSWERED = Duration.ofSeconds(60);

    private final DemoClients clients;
    private final Map<String, List<Account>> byBank = new TreeMap<>();
    private final Map<String, Accepted> accepted = new ConcurrentHashMap<>();
    private final Map<String, String> ended = new ConcurrentHashMap<>();
    private final Set<String> begun = ConcurrentHashMap.newKeySet();
    private final AtomicLong unanswered = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong repeated = new AtomicLong();
    private final List<Thread> customers = new ArrayList<>();
    private final long begin = System.nanoTime();
    private volatile long end;
    private volatile boolean closed;

    /// Time of the next payment of a bank's customers, and its number.
    private static final class Schedule {
        private final long intervalNanos;
        private long next = System.nanoTime();
        private long number;

        Schedule(long intervalNanos) {
            this.intervalNanos = intervalNanos;
        }

        /// Waits for the next turn.
        long take() {
            long turn;
            long taken;
            synchronized (this) {
                next = Math.max(next, System.nanoTime() - LATE_MAX.toNanos()) + intervalNanos;
                turn = next;
                taken = ++number;
            }
            for (long wait = turn - System.nanoTime(); wait > 0; wait = turn - System.nanoTime()) {
                LockSupport.parkNanos(wait);
            }
            return taken;
        }
    }

    /// @param path where the bank tells its state
    /// @param amount minor units
    private record Accepted(String bank, String path, Account payer, Account payee, long amount) {}

    /// @param seeded two accounts at least
    /// @param rate payments a second of all banks' customers together
    PaymentLoad(DemoClients clients, SeededEconomy seeded, long seed, int rate) {
        this.clients = clients;
        seeded.accounts().values().stream()
                .sorted(Comparator.comparing(Account::iban))
                .forEach(account -> byBank.computeIfAbsent(account.bank(), _ -> new ArrayList<>())
                        .add(account));
        byBank.values().stream().filter(accounts -> accounts.size() > 2).forEach(List::removeLast);
        List<Account> payees = byBank.values().stream().flatMap(List::stream).toList();
        long interval = TimeUnit.SECONDS.toNanos(byBank.size()) / rate;
        int atOnce = Math.clamp(2L * rate / byBank.size(), 2, CUSTOMERS_MAX);
        byBank.forEach((bank, accounts) -> {
            Schedule schedule = new Schedule(interval);
            for (int customer = 0; customer < atOnce; customer++) {
                Random random = new Random(seed + bank.hashCode() + customer);
                customers.add(Thread.ofVirtual()
                        .name("load-" + bank + "-" + customer)
                        .start(() -> pay(bank, schedule, accounts, payees, random)));
            }
        });
    }

    private void pay(String bank, Schedule schedule, List<Account> payers, List<Account> payees, Random random) {
        while (!closed) {
            long number = schedule.take();
            Account payer = payers.get(random.nextInt(payers.size()));
            if (!closed) {
                pay(bank, payer, another(payer, payees, random), 1 + random.nextLong(AMOUNT_MAX), number);
            }
        }
    }

    private static Account another(Account than, List<Account> of, Random random) {
        Account drawn = of.get(random.nextInt(of.size()));
        while (drawn.equals(than)) {
            drawn = of.get(random.nextInt(of.size()));
        }
        return drawn;
    }

    private void pay(String bank, Account payer, Account payee, long amount, long number) {
        String key = "load-" + bank + "-" + number;
        begun.add(key);
        Map<String, Object> payment = new LinkedHashMap<>();
        payment.put("wallet", payer.wallet());
        payment.put("payee", Map.of("name", payee.holder(), "account", payee.iban()));
        payment.put("amount", amount);
        payment.put("currency", "FLN");
        payment.put("endToEndId", "L" + number);
        payment.put("remittance", "load");
        insist(payer, payee, amount, key, payment);
    }

    private void insist(Account payer, Account payee, long amount, String key, Map<String, ?> body) {
        String path = "/v1/payments";
        BankClient client = clients.bank(payer.bank());
        do {
            try {
                String id = client.once(path, key, body).path("id").asString("");
                accepted.put(key, new Accepted(payer.bank(), path + "/" + id, payer, payee, amount));
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
        } while (!closed || System.nanoTime() - end < ANSWERED.toNanos());
        unanswered.incrementAndGet();
    }

    int acceptedSoFar() {
        return accepted.size();
    }

    /// Keys of the payments that a customer has asked for, whatever became of them.
    Set<String> begun() {
        return Set.copyOf(begun);
    }

    /// Number of payments asked for later than these that were accepted.
    long acceptedSince(Set<String> before) {
        return accepted.keySet().stream().filter(key -> !before.contains(key)).count();
    }

    /// Number of payments asked for later than these that are final, as their banks say.
    long finalSince(Set<String> before) {
        return accepted.entrySet().stream()
                .filter(payment -> !before.contains(payment.getKey()))
                .filter(payment -> FINAL.contains(state(payment.getValue())))
                .count();
    }

    /// Money that everybody must have more than at the beginning, or less, in minor units: payments received less
    /// payments made, of those that were settled when [#states] was asked last.
    Map<Account, Long> moved() {
        Map<Account, Long> moved = new HashMap<>();
        accepted.forEach((key, payment) -> {
            if (SETTLED.equals(ended.get(key))) {
                moved.merge(payment.payer(), -payment.amount(), Math::addExact);
                moved.merge(payment.payee(), payment.amount(), Math::addExact);
            }
        });
        return moved;
    }

    /// A settled payment.
    ///
    /// @param payment its id at the payer's bank
    record Settled(Account payer, Account payee, String payment) {}

    /// One of those that were settled when [#states] was asked last.
    Settled oneSettled() {
        return accepted.entrySet().stream()
                .filter(payment -> SETTLED.equals(ended.get(payment.getKey())))
                .map(Map.Entry::getValue)
                .map(payment -> new Settled(
                        payment.payer(),
                        payment.payee(),
                        payment.path().substring(payment.path().lastIndexOf('/') + 1)))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no payment was settled"));
    }

    /// Requests that were given up without a yes or no: what became of them nobody knows.
    long unanswered() {
        return unanswered.get();
    }

    String summary() {
        long millis = Math.max(
                1, Duration.ofNanos((closed ? end : System.nanoTime()) - begin).toMillis());
        return accepted.size() + " accepted in " + millis / 1000 + " s, " + accepted.size() * 1000L / millis
                + " a second with all faults, " + refused.get() + " refused, " + repeated.get() + " repeated";
    }

    /// Number of accepted payments in each state at their banks; what is final is asked for once.
    Map<String, Integer> states() {
        Map<String, Integer> states = new TreeMap<>();
        Map<String, Future<String>> asked = new LinkedHashMap<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(ASKED_AT_ONCE)) {
            accepted.forEach((key, payment) -> {
                if (!ended.containsKey(key)) {
                    asked.put(key, threads.submit(() -> state(payment)));
                }
            });
        }
        asked.forEach((key, answer) -> {
            String state = answer(answer);
            if (FINAL.contains(state)) {
                ended.put(key, state);
            } else {
                states.merge(state, 1, Integer::sum);
            }
        });
        ended.values().forEach(state -> states.merge(state, 1, Integer::sum));
        return states;
    }

    private static String answer(Future<String> asked) {
        return switch (asked.state()) {
            case SUCCESS -> asked.resultNow();
            case FAILED ->
                throw asked.exceptionNow() instanceof RuntimeException failed
                        ? failed
                        : new IllegalStateException(asked.exceptionNow());
            case CANCELLED, RUNNING -> throw new IllegalStateException("a bank was not asked");
        };
    }

    private String state(Accepted payment) {
        return clients.bank(payment.bank()).get(payment.path()).path("state").asString("UNKNOWN");
    }

    /// No new payments; what was accepted goes on.
    void end() {
        end = System.nanoTime();
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

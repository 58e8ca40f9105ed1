package io.florin.benchmarks.instant;

import io.florin.benchmarks.BenchFailure;
import io.florin.crypto.sign.Ed25519KeyPair;
import io.florin.instant.account.AccountShard;
import io.florin.ledger.Amount;
import io.florin.ledger.fixture.TestRail;
import io.florin.ledger.rail.CarriedPayments;
import io.florin.ledger.rail.ConfirmationOrder;
import io.florin.ledger.rail.OrderRequest;
import io.florin.ledger.rail.RailAccount;
import io.florin.ledger.rail.RailStatements;
import io.florin.ledger.rail.SignedOrder;
import io.florin.ledger.rail.TransferCertificate;
import io.florin.ledger.rail.channel.RailAnswer;
import io.florin.ledger.rail.channel.RailRequest;
import io.florin.ledger.rail.signing.AuthoritySignature;
import io.florin.runtime.rail.RailLink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/// Order and confirmation at one authority whose certificates were made before: by windows of 64 votes of three
/// authorities, as a committee makes them. The client believes what it is told; the replay does not.
final class OneAuthority {
    static final int LANES = 1024;
    private static final int WINDOW = 64;
    private static final long MONEY = 1_000_000;
    private static final int HEARD_MAX = 1 << 17;
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final TestRail rail;
    private final List<Ed25519KeyPair> owners = new ArrayList<>();
    private final List<List<TransferCertificate>> payments = new ArrayList<>();
    private final int[] done = new int[LANES];
    private int open;
    private final BlockingQueue<Heard> heard = new ArrayBlockingQueue<>(HEARD_MAX);

    /// @param isVote of the two answers of a payment
    private record Heard(int lane, boolean isVote, Optional<RailAnswer> answer) {}

    /// @param each payments of each payer; there are no more
    OneAuthority(TestRail rail, int each) {
        this.rail = rail;
        for (int lane = 0; lane < LANES; lane++) {
            owners.add(rail.newKey());
            payments.add(new ArrayList<>(each));
        }
        List<SignedOrder> window = new ArrayList<>(WINDOW);
        for (int sequence = 0; sequence < each; sequence++) {
            for (int lane = 0; lane < LANES; lane++) {
                window.add(rail.order(owners.get(lane), owners.get((lane + 1) % LANES), 1, sequence));
                if (window.size() == WINDOW) {
                    certify(window, lane - WINDOW + 1);
                    window.clear();
                }
            }
        }
    }

    private void certify(List<SignedOrder> window, int firstLane) {
        List<byte[]> statements = window.stream()
                .map(order -> RailStatements.vote(rail.scope(), order.id()))
                .toList();
        Map<Integer, List<AuthoritySignature>> votes = new HashMap<>();
        for (int authority = 1; authority <= rail.committee().size().quorum(); authority++) {
            votes.put(authority, rail.signer(authority).sign(statements));
        }
        for (int i = 0; i < window.size(); i++) {
            Map<Integer, AuthoritySignature> each = new HashMap<>();
            for (Map.Entry<Integer, List<AuthoritySignature>> entry : votes.entrySet()) {
                each.put(entry.getKey(), entry.getValue().get(i));
            }
            payments.get(firstLane + i)
                    .add(new TransferCertificate(
                            window.get(i),
                            rail.verifier()
                                    .combine(statements.get(i), each)
                                    .signature()
                                    .orElseThrow()));
        }
    }

    void deposit(BenchRail at) {
        owners.forEach(owner -> at.deposit(rail.newBytes(), TestRail.accountOf(owner), Amount.of(MONEY)));
    }

    /// @return payments voted for and executed per second; those of the warm-up do not count
    long run(BenchRail at, Duration warmUp, Duration time) throws InterruptedException {
        RailLink link = at.connect().values().iterator().next();
        try {
            for (int lane = 0; lane < LANES; lane++) {
                order(link, lane);
            }
            loop(link, warmUp, true);
            long rate = loop(link, time, true);
            loop(link, WAIT, false);
            return rate;
        } finally {
            link.close();
        }
    }

    private long loop(RailLink link, Duration time, boolean goesOn) throws InterruptedException {
        long begin = System.nanoTime();
        long count = 0;
        while (open > 0 && System.nanoTime() - begin < time.toNanos()) {
            Heard said = heard.poll(WAIT.toSeconds(), TimeUnit.SECONDS);
            BenchFailure.require(said != null, "the authority does not answer");
            if (said.isVote()) {
                BenchFailure.require(
                        said.answer().filter(RailAnswer.Voted.class::isInstance).isPresent(), "no vote: " + said);
                confirm(link, said.lane());
                continue;
            }
            BenchFailure.require(
                    said.answer().filter(RailAnswer.Effects.class::isInstance).isPresent(), "no effects: " + said);
            done[said.lane()]++;
            count++;
            open--;
            if (goesOn) {
                order(link, said.lane());
            }
        }
        return count * NANOS_PER_SECOND / (System.nanoTime() - begin);
    }

    private TransferCertificate current(int lane) {
        BenchFailure.require(
                done[lane] < payments.get(lane).size(), "all certificates are used: it is faster than expected");
        return payments.get(lane).get(done[lane]);
    }

    private void order(RailLink link, int lane) {
        open++;
        ask(
                link,
                lane,
                true,
                new RailRequest.Order(new OrderRequest(current(lane).signedOrder(), CarriedPayments.NONE)));
    }

    private void confirm(RailLink link, int lane) {
        ask(
                link,
                lane,
                false,
                new RailRequest.Confirmation(new ConfirmationOrder(current(lane), CarriedPayments.NONE)));
    }

    private void ask(RailLink link, int lane, boolean isVote, RailRequest request) {
        BenchFailure.require(
                link.ask(request, answer -> heard.offer(new Heard(lane, isVote, answer))),
                "the authority takes no request");
    }

    void prove(BenchRail at) {
        List<RailAccount> accounts = owners.stream().map(TestRail::accountOf).toList();
        for (int[] executed : at.ofAccounts(core -> accounts.stream()
                .mapToInt(account -> (int) core.view(account).nextSequence())
                .toArray())) {
            BenchFailure.require(Arrays.equals(executed, done), "other payments are executed");
        }
        long money = MONEY * LANES;
        at.ofAccounts(AccountShard::totals)
                .forEach(totals -> BenchFailure.require(
                        totals.balances().plus(totals.pending()).minorUnits() == money,
                        "money came or went: " + totals));
    }
}

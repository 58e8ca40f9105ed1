package io.florin.benchmarks.platform;

import io.florin.benchmarks.BenchFailure;
import io.florin.benchmarks.platform.PaymentLoad.Timed;
import io.florin.crypto.Bytes;
import io.florin.ordering.wiring.PassageTimes;
import io.florin.ordering.wiring.PassageTimes.Passage;
import io.florin.runtime.api.CommitterApi.BlockTimes;
import io.florin.runtime.internal.NodeRole;
import io.florin.sandbox.demo.DemoClients;
import io.florin.sandbox.run.OneJvm;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.client.HttpClientErrorException;

/// Time that payments took from station to station: records that each station wrote for itself, put side by side. All
/// services share one machine's clock. The records of the bank, of the endorser that gathered, of the committer and of
/// the generator are each payment's; those of the ordering parties are the block's, and of its first bundle.
final class PaymentStages {

    private static final long MICROS_MAX = TimeUnit.MINUTES.toMicros(10);
    private static final int DIGITS = 3;
    private static final int ROWS_AT_ONCE = 5_000;

    private final OneJvm sandbox;
    private final DemoClients clients;

    PaymentStages(OneJvm sandbox, DemoClients clients) {
        this.sandbox = sandbox;
        this.clients = clients;
    }

    /// A stretch of the way; each begins where the one before that has a time ended.
    enum Stage {
        ACCEPT("accepted", "from when the payment was due until the bank looked at it"),
        SIGN("signed", "until its transaction was planned and signed, shortly before it was kept"),
        SEND("received", "until an endorser had it"),
        STORE("stored", "until it was durable there"),
        ENDORSE("endorsed", "until the threshold's signature was put together"),
        BRING("arrived", "until an ordering party had the block's first bundle, by Kafka"),
        CUT("cut", "until the bundle's primary party cut a batch"),
        DECIDE("decided", "until the consensus had decided it, at the first party"),
        CERTIFY("certified", "until a quorum's signatures on the header were at the first party"),
        FORCE("forced", "until the block was on a disk"),
        PUBLISH("published", "until the broker had the block of the first party"),
        TAKE("taken", "until the committer had found it to be the next one"),
        COMMIT("committed", "until all its verdicts were durable and its state hash signed"),
        BOOK("booked", "until the bank settled it"),
        TELL("told", "until the payer's program had the event"),
        WHOLE("whole", "from when the payment was due until its program had the event");

        private final String label;
        private final String meaning;

        Stage(String label, String meaning) {
            this.label = label;
            this.meaning = meaning;
        }

        String label() {
            return label;
        }

        String meaning() {
            return meaning;
        }
    }

    /// Times of one stage, in milliseconds.
    record Spread(Stage stage, double p50, double p99, double mean, long count) {}

    /// The way of payments.
    ///
    /// @param stages in the order of the way
    /// @param transactions that made them
    /// @param blocks that carried those
    record Way(List<Spread> stages, long transactions, long blocks) {}

    /// @throws BenchFailure where nothing is known of most payments
    Way of(List<Timed> payments) {
        Map<Stage, Histogram> histograms = new EnumMap<>(Stage.class);
        for (Stage stage : Stage.values()) {
            histograms.put(stage, new Histogram(MICROS_MAX, DIGITS));
        }
        Map<UUID, Banked> banked = banked(
                payments.stream().map(payment -> UUID.fromString(payment.id())).toList());
        Map<String, Endorsed> endorsed = endorsed(
                banked.values().stream().map(Banked::transaction).distinct().toList());
        Blocks blocks = new Blocks();
        int known = 0;
        for (Timed payment : payments) {
            Banked bank = banked.get(UUID.fromString(payment.id()));
            Endorsed endorser = bank == null ? null : endorsed.get(bank.transaction());
            if (bank == null || endorser == null) {
                continue;
            }
            known++;
            stretches(payment.due(), points(payment, bank, endorser, blocks.of(bank.block())))
                    .forEach((stage, micros) -> histogram(histograms, stage).recordValue(micros));
        }
        BenchFailure.require(2 * known > payments.size(), "the way of most payments is not known");
        return new Way(
                histograms.entrySet().stream()
                        .map(entry -> spread(entry.getKey(), entry.getValue()))
                        .toList(),
                endorsed.size(),
                banked.values().stream().mapToLong(Banked::block).distinct().count());
    }

    private static Histogram histogram(Map<Stage, Histogram> histograms, Stage stage) {
        return Objects.requireNonNull(histograms.get(stage));
    }

    private static Spread spread(Stage stage, Histogram micros) {
        return new Spread(
                stage,
                micros.getValueAtPercentile(50) / 1e3,
                micros.getValueAtPercentile(99) / 1e3,
                micros.getMean() / 1e3,
                micros.getTotalCount());
    }

    /// Time of each stage, in microseconds: from the latest time before it, so that no time counts twice, to its own.
    ///
    /// @param points without those of which nobody knows the time, which the next one then has besides
    static Map<Stage, Long> stretches(Instant due, Map<Stage, @Nullable Instant> points) {
        Map<Stage, Long> stretches = new EnumMap<>(Stage.class);
        Instant last = due;
        for (Stage stage : Stage.values()) {
            Instant at = points.get(stage);
            if (at != null) {
                stretches.put(stage, Math.max(0, micros(stage == Stage.WHOLE ? due : last, at)));
                last = at.isAfter(last) ? at : last;
            }
        }
        return stretches;
    }

    private static long micros(Instant from, Instant to) {
        return Math.min(
                MICROS_MAX,
                TimeUnit.NANOSECONDS.toMicros(Duration.between(from, to).toNanos()));
    }

    private static Map<Stage, @Nullable Instant> points(Timed payment, Banked bank, Endorsed endorser, Block block) {
        Map<Stage, @Nullable Instant> points = new EnumMap<>(Stage.class);
        points.put(Stage.ACCEPT, bank.accepted());
        points.put(Stage.SIGN, bank.submitted());
        points.put(Stage.SEND, endorser.received());
        points.put(Stage.STORE, endorser.stored());
        points.put(Stage.ENDORSE, endorser.endorsed());
        points.put(Stage.BRING, block.first(Passage::arrived));
        points.put(Stage.CUT, block.first(Passage::cut));
        points.put(Stage.DECIDE, block.first(Passage::decided));
        points.put(Stage.CERTIFY, block.first(Passage::certified));
        points.put(Stage.FORCE, block.first(Passage::stored));
        points.put(Stage.PUBLISH, block.first(Passage::published));
        points.put(Stage.TAKE, block.times().map(BlockTimes::received).orElse(null));
        points.put(Stage.COMMIT, block.times().map(BlockTimes::completed).orElse(null));
        points.put(Stage.BOOK, bank.ended());
        points.put(Stage.TELL, payment.outcome().toldAt());
        points.put(Stage.WHOLE, payment.outcome().toldAt());
        return points;
    }

    // records of the stations

    private record Banked(
            UUID id, String transaction, long block, Instant accepted, Instant submitted, Instant ended) {}

    private Map<UUID, Banked> banked(List<UUID> ids) {
        Map<UUID, Banked> found = new HashMap<>();
        for (JdbcClient bank : databases(NodeRole.BANK)) {
            for (List<UUID> some : parts(ids)) {
                bank.sql("""
                    select id, transaction_id, block, accepted_at, submitted_at, final_at from payment
                    where id = any (?) and submitted_at is not null and block is not null
                    """)
                        .param(some.toArray(UUID[]::new))
                        .query((row, _) -> new Banked(
                                row.getObject("id", UUID.class),
                                Bytes.of(row.getBytes("transaction_id")).toHex(),
                                row.getLong("block"),
                                row.getTimestamp("accepted_at").toInstant(),
                                row.getTimestamp("submitted_at").toInstant(),
                                row.getTimestamp("final_at").toInstant()))
                        .list()
                        .forEach(each -> found.put(each.id(), each));
            }
        }
        return found;
    }

    private record Endorsed(Instant received, Instant stored, Instant endorsed) {}

    /// By the endorser whose bundle has it.
    private Map<String, Endorsed> endorsed(List<String> ids) {
        Map<String, Endorsed> found = new HashMap<>();
        for (JdbcClient endorser : databases(NodeRole.ENDORSER)) {
            for (List<String> some : parts(ids)) {
                endorser.sql("""
                    select t.id, t.received_millis, t.stored_millis, b.endorsed_millis
                    from client_transaction t join bundle b on b.number = t.bundle where t.own and t.id = any (?)
                    """)
                        .param(some.stream()
                                .map(id -> Bytes.fromHex(id).toArray())
                                .toArray(byte[][]::new))
                        .query((row, _) -> Map.entry(
                                Bytes.of(row.getBytes("id")).toHex(),
                                new Endorsed(
                                        Instant.ofEpochMilli(row.getLong("received_millis")),
                                        Instant.ofEpochMilli(row.getLong("stored_millis")),
                                        Instant.ofEpochMilli(row.getLong("endorsed_millis")))))
                        .list()
                        .forEach(each -> found.merge(each.getKey(), each.getValue(), PaymentStages::earlier));
            }
        }
        return found;
    }

    private static Endorsed earlier(Endorsed one, Endorsed other) {
        return one.endorsed().isAfter(other.endorsed()) ? other : one;
    }

    private List<JdbcClient> databases(NodeRole role) {
        return nodes(role).stream()
                .map(name -> sandbox.context(name).getBean(JdbcClient.class))
                .toList();
    }

    private List<String> nodes(NodeRole role) {
        return sandbox.plan().topology().nodes(role).stream()
                .map(peer -> peer.directoryName())
                .toList();
    }

    private static <T> Collection<List<T>> parts(List<T> all) {
        List<List<T>> parts = new ArrayList<>();
        for (int from = 0; from < all.size(); from += ROWS_AT_ONCE) {
            parts.add(all.subList(from, Math.min(all.size(), from + ROWS_AT_ONCE)));
        }
        return parts;
    }

    private record Block(List<Passage> passages, Optional<BlockTimes> times) {
        private @Nullable Instant first(Function<Passage, @Nullable Instant> time) {
            return passages.stream()
                    .flatMap(passage -> Optional.ofNullable(time.apply(passage)).stream())
                    .min(Instant::compareTo)
                    .orElse(null);
        }
    }

    private final class Blocks {
        private final List<PassageTimes> parties = nodes(NodeRole.ORDERING).stream()
                .map(name -> sandbox.context(name).getBean(PassageTimes.class))
                .toList();
        private final Map<Long, Block> known = new HashMap<>();

        private Block of(long number) {
            return known.computeIfAbsent(
                    number,
                    _ -> new Block(
                            parties.stream()
                                    .flatMap(party -> party.of(number).stream())
                                    .toList(),
                            times(number)));
        }

        private Optional<BlockTimes> times(long number) {
            try {
                return Optional.of(clients.committer().times(number));
            } catch (HttpClientErrorException.NotFound forgotten) {
                return Optional.empty();
            }
        }
    }
}

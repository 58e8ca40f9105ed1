package io.florin.ordering.link.adapter;

import io.florin.ledger.block.Block;
import io.florin.ledger.codec.DecodeException;
import io.florin.ordering.protocol.Batch;
import io.florin.ordering.protocol.OrderingLog;
import io.florin.runtime.api.OrderingInternalApi;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientException;

/// The ways to all other parties.
public final class PartyLinks implements AutoCloseable {
    private static final int FETCH_MAX = 512;
    /// A party that gives its blocks slowly is left for the next one after so long.
    private static final Duration FETCH_TIME = Duration.ofSeconds(10);

    private final Map<Integer, PartyLink> links = new TreeMap<>();
    private final Map<Integer, OrderingInternalApi> stores;
    private final OrderingLog log;
    private final Duration fetchTime;
    private final AtomicLong dropped = new AtomicLong();
    private final Semaphore fetching = new Semaphore(1);
    private volatile boolean closed;

    /// Takes what another party's store gave; false ends the fetch.
    @FunctionalInterface
    public interface FetchedBlocks {
        boolean take(int party, Block block) throws InterruptedException;
    }

    /// @param isUnderWay whether a batch of this party still needs to be sent
    public PartyLinks(
            OrderingLog log,
            Map<Integer, PartyApi> parties,
            Map<Integer, OrderingInternalApi> stores,
            Predicate<Batch> isUnderWay) {
        this(log, parties, stores, isUnderWay, FETCH_TIME);
    }

    PartyLinks(
            OrderingLog log,
            Map<Integer, PartyApi> parties,
            Map<Integer, OrderingInternalApi> stores,
            Predicate<Batch> isUnderWay,
            Duration fetchTime) {
        this.fetchTime = fetchTime;
        this.log = log;
        this.stores = new TreeMap<>(stores);
        parties.forEach((party, api) -> links.put(party, new PartyLink(party, api, isUnderWay, log)));
    }

    public void start() {
        links.values().forEach(PartyLink::start);
    }

    public void message(int party, byte[] encoded) {
        PartyLink link = links.get(party);
        if (link != null && !link.message(encoded)) {
            dropped.incrementAndGet();
        }
    }

    public void batch(Batch batch) {
        links.values().forEach(link -> link.batch(batch));
    }

    /// Fetches blocks from a number on, in the background, one fetch at a time and each for a short time only: one
    /// party may lie, and could otherwise hold up whoever is behind by a block now and then.
    public void fetch(int party, long from, FetchedBlocks taker) {
        OrderingInternalApi store = stores.get(party);
        if (store == null || closed || !fetching.tryAcquire()) {
            return;
        }
        Thread.ofVirtual().name("ordering-fetch-" + party).start(() -> {
            try {
                long deadline = System.nanoTime() + fetchTime.toNanos();
                long number = from;
                while (!closed
                        && number < from + FETCH_MAX
                        && System.nanoTime() < deadline
                        && taker.take(party, Block.decode(store.block(number)))) {
                    number++;
                }
            } catch (HttpClientErrorException.NotFound atTheEnd) {
                return;
            } catch (RestClientException | DecodeException failed) {
                log.blocksNotFetched(party, from, String.valueOf(failed.getMessage()));
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            } finally {
                fetching.release();
            }
        });
    }

    /// Messages dropped because a party does not take them fast enough.
    public long dropped() {
        return dropped.get();
    }

    @Override
    public void close() {
        closed = true;
        links.values().forEach(PartyLink::close);
    }
}

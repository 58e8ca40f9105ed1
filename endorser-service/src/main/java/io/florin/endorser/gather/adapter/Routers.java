package io.florin.endorser.gather.adapter;

import io.florin.runtime.api.OrderingInternalApi;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import org.springframework.web.client.RestClientException;

/// Direct submission to ordering parties' routers, past Kafka; a bounded number of calls at a time.
public final class Routers {

    private final Map<Integer, OrderingInternalApi> parties;
    private final Semaphore calls;
    private final GatherMetrics metrics;

    /// @param parties by party id
    public Routers(Map<Integer, OrderingInternalApi> parties, int callsMax, GatherMetrics metrics) {
        this.parties = new TreeMap<>(parties);
        this.calls = new Semaphore(callsMax);
        this.metrics = metrics;
    }

    /// @return whether the party's router took it
    boolean submit(int party, byte[] bundle) throws InterruptedException {
        OrderingInternalApi router = parties.get(party);
        if (router == null) {
            metrics.direct(party, false);
            return false;
        }
        calls.acquire();
        try {
            router.submit(bundle);
            metrics.direct(party, true);
            return true;
        } catch (RestClientException failed) {
            metrics.direct(party, false);
            return false;
        } finally {
            calls.release();
        }
    }
}

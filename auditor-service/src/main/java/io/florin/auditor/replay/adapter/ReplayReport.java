package io.florin.auditor.replay.adapter;

import io.florin.auditor.protocol.ReportSection;
import java.util.LinkedHashMap;
import java.util.Map;

/// Section of the report on what has been processed, and how far behind the auditor is.
final class ReplayReport implements ReportSection {
    private final ReplayWriter writer;
    private final AcceptedBlocks store;
    private final BlockSources sources;
    private final ReplayMetrics metrics;
    private final Snapshots snapshots;

    ReplayReport(
            ReplayWriter writer,
            AcceptedBlocks store,
            BlockSources sources,
            ReplayMetrics metrics,
            Snapshots snapshots) {
        this.writer = writer;
        this.store = store;
        this.sources = sources;
        this.metrics = metrics;
        this.snapshots = snapshots;
    }

    @Override
    public String name() {
        return "blocks";
    }

    @Override
    public String title() {
        return "Blocks replayed";
    }

    @Override
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("network", writer.network().toString());
        facts.put("from", writer.height() == 0 ? 0L : 1L);
        facts.put("to", writer.height());
        facts.put("stored", store.count());
        facts.put("transactions", store.transactions());
        facts.put("committed", store.committed());
        facts.put("stateHash", writer.stateHash());
        facts.put("configurationVersion", writer.configuration().version());
        facts.put("knownHead", writer.knownHead());
        facts.put("behind", writer.knownHead() - writer.height());
        facts.put("lastAcceptedMillis", writer.lastAcceptedMillis());
        facts.put("followedParty", sources.followed());
        facts.put("fromTopicsSinceStart", metrics.fromTopics());
        facts.put("fromPartiesSinceStart", metrics.fromStores());
        facts.put("sourceSwitchesSinceStart", metrics.switches());
        facts.put("resumedFromBlock", snapshots.resumedFrom().orElse(0L));
        facts.put("snapshotAtBlock", snapshots.newest());
        return facts;
    }

    @Override
    public boolean sound() {
        return writer.isCaughtUpWithStore() && writer.knownHead() - writer.height() <= 1;
    }
}

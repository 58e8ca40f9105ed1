package io.florin.auditor.replay.adapter;

import io.florin.auditor.protocol.ReportSection;
import java.util.LinkedHashMap;
import java.util.Map;

/// Section of the report on what has been processed, and how far behind the auditor is.
final class ReplayReport implements ReportSection {
    private final ReplayWriter desk;
    private final AcceptedBlocks store;
    private final BlockSources sources;
    private final ReplayMetrics metrics;
    private final Snapshots snapshots;

    ReplayReport(
            ReplayWriter desk, AcceptedBlocks store, BlockSources sources, ReplayMetrics metrics, Snapshots snapshots) {
        this.desk = desk;
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
        facts.put("network", desk.network().toString());
        facts.put("from", desk.height() == 0 ? 0L : 1L);
        facts.put("to", desk.height());
        facts.put("stored", store.count());
        facts.put("transactions", store.transactions());
        facts.put("committed", store.committed());
        facts.put("stateHash", desk.stateHash());
        facts.put("configurationVersion", desk.configuration().version());
        facts.put("knownHead", desk.knownHead());
        facts.put("behind", desk.knownHead() - desk.height());
        facts.put("lastAcceptedMillis", desk.lastAcceptedMillis());
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
        return desk.isCaughtUpWithStore() && desk.knownHead() - desk.height() <= 1;
    }
}

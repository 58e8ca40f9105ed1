package io.florin.committer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What operators of a committer are told, in fixed words. No keys, amounts, owners or transactions.
public final class CommitterLog {

    private static final Logger log = LoggerFactory.getLogger("io.florin.committer");

    private CommitterLog() {}

    public static void started(long block, long taken) {
        log.info("committer goes on: lastComplete={} taken={}", block, taken);
    }

    public static void blockRefused(String source, String flaw) {
        log.error("not the next block of the chain, source is left: source={} flaw={}", source, flaw);
    }

    public static void sourceSwitched(String from, String to, String reason) {
        log.warn("blocks come from another source: from={} to={} reason={}", from, to, reason);
    }

    public static void notPublished(long block, String reason) {
        log.warn("statuses not published yet: block={} reason={}", block, reason);
    }

    public static void accused(String kind, long block, long index, String reason) {
        log.error(
                "endorsers are accused, evidence is kept: kind={} block={} index={} reason={}",
                kind,
                block,
                index,
                reason);
    }
}

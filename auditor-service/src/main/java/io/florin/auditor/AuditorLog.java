package io.florin.auditor;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Messages to operators of an auditor, in fixed words. No keys, amounts, owners or enrollments.
public final class AuditorLog {

    private static final Logger log = LoggerFactory.getLogger("io.florin.auditor");

    private AuditorLog() {}

    public static void storeReplayed(long height, long millis) {
        log.info("stored blocks replayed: height={} millis={}", height, millis);
    }

    public static void snapshotKept(long block, long millis) {
        log.info("snapshot of the own replay kept: block={} millis={}", block, millis);
    }

    public static void snapshotNotKept(long block, String reason) {
        log.warn("snapshot not kept, the next one will be tried: block={} reason={}", block, reason);
    }

    public static void resumedFromSnapshot(long block) {
        log.info("going on from the snapshot of the own replay: block={}", block);
    }

    public static void snapshotNotUsed(long block, String reason) {
        log.error("snapshot not used: block={} reason={}", block, reason);
    }

    public static void noSnapshot() {
        log.info("no snapshot to go on from, replaying from genesis");
    }

    public static void eventsWait(String reason) {
        log.warn("events wait to be published: reason={}", reason);
    }

    public static void blockRefused(String source, long number, String reason) {
        log.error("block refused: source={} number={} reason={}", source, number, reason);
    }

    public static void sourceSwitched(String source, String reason) {
        log.warn("following another source of blocks: source={} reason={}", source, reason);
    }

    public static void topicLost(String topic, String reason) {
        log.error("topic lost its records, not followed any more: topic={} reason={}", topic, reason);
    }

    public static void storeAway(String reason) {
        log.warn("database does not answer, trying again: reason={}", reason);
    }

    public static void incident(String kind, long block, long index) {
        log.error("incident: kind={} block={} index={}", kind, block, index);
    }

    public static void committerSilent(int committer, String reason) {
        log.warn("committer does not answer: committer={} reason={}", committer, reason);
    }

    public static void certifierSilent(int certifier, String reason) {
        log.warn("certifier does not show what it was told: certifier={} reason={}", certifier, reason);
    }

    public static void certifierHeardAgain(int certifier) {
        log.info("certifier shows again what it was told: certifier={}", certifier);
    }

    public static void certifierWithoutEndpoint(int certifier) {
        log.warn("certifier has no endpoint, what it was told is not compared: certifier={}", certifier);
    }

    public static void registrationMissing(long lastSequence) {
        log.error("registration records are missing or unreadable, signing off stops: lastSequence={}", lastSequence);
    }

    public static void registrationComplete(long lastSequence) {
        log.info("registration records are complete: lastSequence={}", lastSequence);
    }

    public static void registrationSilent(String reason) {
        log.warn("registration does not answer: reason={}", reason);
    }

    public static void barredListMissing(String reason) {
        log.warn("no new list of barred enrollments, hidden payments may have to wait: reason={}", reason);
    }

    public static void decided(String transaction, String state) {
        log.info("decided on a transaction: transaction={} state={}", transaction, state);
    }
}

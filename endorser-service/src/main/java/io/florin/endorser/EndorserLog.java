package io.florin.endorser;

import io.florin.ledger.TransactionId;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Messages to operators of an endorser, in fixed words. No keys, amounts, owners or enrollments.
public final class EndorserLog {

    private static final Logger log = LoggerFactory.getLogger("io.florin.endorser");

    private EndorserLog() {}

    /// From the trace of a submission to the ids under which its transactions go on, at DEBUG.
    public static void taken(List<TransactionId> ids) {
        if (log.isDebugEnabled()) {
            ids.forEach(id -> log.debug("transaction is taken: transaction={}", id.toHex()));
        }
    }

    public static void peerDidNotCheck(int endorser, String reason) {
        log.warn("peer did not check a proposal: endorser={} reason={}", endorser, reason);
    }

    public static void shareMissing(int endorser, String reason) {
        log.warn("no share: endorser={} reason={}", endorser, reason);
    }

    public static void otherShares(int endorser) {
        log.warn(
                "no share, this endorser and that one have shares of two sides of a refresh: start again whichever was"
                        + " not since: endorser={}",
                endorser);
    }

    public static void shareBad(int endorser) {
        log.error("share does not verify, the endorser lies or has a wrong key: endorser={}", endorser);
    }

    public static void signatureSpoiled(String endorsers) {
        log.error("signature of one-time shares is worth nothing, one of its signers lies: endorsers={}", endorsers);
    }

    public static void notPrepared(String endorsers, String reason) {
        log.warn("no preparation to sign with: endorsers={} reason={}", endorsers, reason);
    }

    public static void nonceLedgerOpened(int namespace, long keyEpoch, long epoch) {
        log.info("ledger of one-time secrets open: namespace={} keyEpoch={} epoch={}", namespace, keyEpoch, epoch);
    }

    public static void nonceLedgerRefused(int namespace, long keyEpoch, String cause, String reason) {
        log.error(
                "ledger of one-time secrets refuses, no share is given until a restart: namespace={} keyEpoch={}"
                        + " cause={} reason={}",
                namespace,
                keyEpoch,
                cause,
                reason);
    }

    public static void peerRolledBack(int endorser, long epoch, long seen) {
        log.error(
                "peer uses an epoch of one-time secrets that has passed, it runs from a copy: endorser={} epoch={}"
                        + " seen={}",
                endorser,
                epoch,
                seen);
    }

    public static void presigningFailed(String committee, String reason) {
        log.warn("no presignatures were made: endorsers={} reason={}", committee, reason);
    }

    public static void presigningCheated(String endorsers, String session) {
        log.error(
                "presigning was broken, everybody's seeds prove by whom: endorsers={} session={}", endorsers, session);
    }

    public static void epochNotSigned(int endorser, long epoch) {
        log.error(
                "peer says an epoch of this endorser's one-time secrets that it has not signed, ignored: endorser={}"
                        + " epoch={}",
                endorser,
                epoch);
    }

    public static void equivocated(int endorser, String session, int step, String evidence) {
        log.error(
                "peer signed two messages for one place, both are kept: endorser={} session={} step={} evidence={}",
                endorser,
                session,
                step,
                evidence);
    }

    public static void sawDifferent(int endorser, String session, int step, String about) {
        log.error(
                "peer counted other messages than this endorser was shown: endorser={} session={} step={} of={}",
                endorser,
                session,
                step,
                about);
    }

    public static void questionsNotExpected(int count, String reason) {
        log.warn("submitters cannot ask how far their transactions are: count={} reason={}", count, reason);
    }

    public static void notStored(int transactions, String reason) {
        log.error("transactions not stored, given up: transactions={} reason={}", transactions, reason);
    }

    public static void bundleNotRemembered(String root, String reason) {
        log.error("signed bundle not stored, recovery will gather it again: root={} reason={}", root, reason);
    }

    public static void notPublished(String root, String reason) {
        log.warn("bundle not in every topic, submitting directly: root={} reason={}", root, reason);
    }

    public static void submittedDirectly(String root, int taken, int asked) {
        log.info("bundle submitted directly: root={} taken={} asked={}", root, taken, asked);
    }

    public static void takenUp(int transactions, int bundles) {
        log.info("taken up again: transactions={} bundles={}", transactions, bundles);
    }

    public static void recoveryFailed(String reason) {
        log.warn("recovery round failed, next one follows: reason={}", reason);
    }

    public static void expired(int transactions) {
        log.info("never ordered and expired: transactions={}", transactions);
    }

    public static void registrationGap(long lastSequence) {
        log.error("registration records are missing or unreadable, endorsing stops: lastSequence={}", lastSequence);
    }

    public static void registrationCurrent(long lastSequence) {
        log.info("registration records are complete, endorsing goes on: lastSequence={}", lastSequence);
    }

    public static void registrationBroken(long lastSequence) {
        log.error(
                "registration itself gave records that cannot be, endorsing stops until a restart: lastSequence={}",
                lastSequence);
    }

    public static void registrationResumed(long lastSequence) {
        log.info("registration records go on where they were kept: lastSequence={}", lastSequence);
    }

    public static void registrationNotKept(String reason) {
        log.warn("registration records are not kept yet: reason={}", reason);
    }

    public static void registrationNotAsKept() {
        log.error("registration records in the database are not as they were kept, all are read again");
    }

    public static void statusTopicLost() {
        log.error("topic of statuses lost its records, committers are asked instead: start again to read it anew");
    }

    public static void registrationTopicLost() {
        log.error("the topic lost registration records, registration itself is asked");
    }

    public static void registrationSilent(String reason) {
        log.warn("registration does not answer: reason={}", reason);
    }

    public static void statusesNotTrusted(String at) {
        log.error("statuses that no committer signed, skipped: at={}", at);
    }

    public static void configurationAdopted(long version) {
        log.info("configuration in force: version={}", version);
    }

    public static void configurationBehind(long own, long ledger) {
        log.error("configuration in force is not known here: own={} ledger={}", own, ledger);
    }

    public static void committerSilent(String reason) {
        log.warn("following the ledger by its topic only: reason={}", reason);
    }
}

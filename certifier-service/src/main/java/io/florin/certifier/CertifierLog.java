package io.florin.certifier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Messages for operators of a certifier, in fixed words. No keys, tokens or owners.
public final class CertifierLog {

    private static final Logger log = LoggerFactory.getLogger("io.florin.certifier");

    private CertifierLog() {}

    public static void blockRefused(int party, long block, String reason) {
        log.warn("party gave no valid block: party={} block={} reason={}", party, block, reason);
    }

    public static void statusesRefused(long block, String reason) {
        log.error(
                "the own committer's statuses prove nothing, nothing is certified: block={} reason={}", block, reason);
    }

    public static void outputRefused(String transaction, int output) {
        log.error(
                "no share given, the base is signed with another token: transaction={} output={}", transaction, output);
    }

    public static void keyNotInForce(int namespace, long block) {
        log.error(
                "this certifier's key share is not of the newest group, nothing is certified: namespace={} block={}",
                namespace,
                block);
    }

    public static void remembered(int outputs, long block) {
        log.warn(
                "no share of the key in force then, outputs are certified on request only: outputs={} block={}",
                outputs,
                block);
    }

    public static void started(long block) {
        log.info("certifier goes on: afterBlock={}", block);
    }
}

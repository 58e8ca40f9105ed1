package io.florin.instant.authority.adapter;

import io.florin.instant.journal.JournalHead;
import io.florin.ledger.rail.RailRefusal;
import io.florin.ledger.rail.RailSequence;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Messages for operators.
public final class InstantLog {

    private static final Logger LOG = LoggerFactory.getLogger("io.florin.instant");

    private final int authority;

    public InstantLog(int authority) {
        this.authority = authority;
    }

    void replayed(int shard, JournalHead head) {
        LOG.info(
                "journal replayed: authority={} shard={} height={} hash={}",
                authority,
                shard,
                head.height(),
                head.hash());
    }

    void signs() {
        LOG.info("the others hold nothing that the journals lack, votes begin: authority={}", authority);
    }

    void restored() {
        LOG.error(
                "the journals are an older copy: nothing is signed in this epoch, and the committee has one authority"
                        + " less; take a new key for the next epoch: authority={}",
                authority);
    }

    void stopped(String component, Throwable cause) {
        LOG.error("authority stopped: authority={} component={}", authority, component, cause);
    }

    void ledgerRefused(long height, RailSequence rescue, RailRefusal reason) {
        LOG.error(
                "the ledger has a rescue that proves nothing, and nothing comes of it: authority={} block={}"
                        + " sequence={} reason={}",
                authority,
                height,
                rescue.sequence(),
                reason);
    }

    public void ledgerIgnored(long height, String transaction, String why) {
        LOG.error(
                "the ledger has a transaction of this rail that no honest endorsers endorse, and nothing comes of it:"
                        + " authority={} block={} transaction={} why={}",
                authority,
                height,
                transaction,
                why);
    }

    public void followsFrom(long block) {
        LOG.info("the ledger is followed: authority={} afterBlock={}", authority, block);
    }

    public void resultRefused(long block, String reason) {
        LOG.warn("a committer's result proves nothing: authority={} block={} reason={}", authority, block, reason);
    }

    public void recordRefused(String fault, long after) {
        LOG.error(
                "registration gives a record that is refused, standings stay as they are: authority={} fault={}"
                        + " after={}",
                authority,
                fault,
                after);
    }

    public void cannotOpen(Throwable cause) {
        LOG.error("the authority cannot be opened: authority={}", authority, cause);
    }

    void evidence(int shard, String what) {
        LOG.error("evidence of a lie: authority={} shard={} what={}", authority, shard, what);
    }

    public void peerAway(int peer, String cause) {
        LOG.warn("another authority does not answer: authority={} other={} cause={}", authority, peer, cause);
    }

    public void peerBack(int peer) {
        LOG.info("another authority answers: authority={} other={}", authority, peer);
    }

    public void portFailed(String cause) {
        LOG.error("the rail's port takes no connection: authority={} cause={}", authority, cause);
    }

    public void clientStalled(String client) {
        LOG.warn("a client does not read its answers and is cut off: authority={} client={}", authority, client);
    }
}

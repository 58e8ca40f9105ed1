"""What blocks say, recomputed: chain, certificates, endorsements, verdicts, state hash, supply."""

from collections import Counter, namedtuple

import bls12381
import ed25519
import p256
from wire import (
    CONFIGURATION,
    CONFIGURATION_KEY,
    ISSUE,
    PUT,
    RAISE,
    REDEEM,
    SIGNATURE_SIZES,
    Malformed,
    block,
    bundle,
    configuration,
    domain_hash,
    merkle_root,
    must,
    separator,
    sha256,
    sized,
    supply_record,
    transaction,
    u16,
    u32,
    u63,
)

COMMITTED, READ_CONFLICT, EXPIRED, STALE_CONFIGURATION, NOT_AUDITED, BOUND_EXCEEDED = 1, 2, 3, 4, 5, 6
DUPLICATE = 10
BAD_BUNDLE, BAD_ENDORSEMENT, BAD_TRANSACTION = 20, 21, 22
CLAIMS = (COMMITTED, READ_CONFLICT, EXPIRED, STALE_CONFIGURATION, NOT_AUDITED, BOUND_EXCEEDED)
BLS, FROST, ECDSA = 1, 2, 3
ALWAYS = 2

Applied = namedtuple("Applied", "number header_hash status_root state_hash outcomes supply")
# outstanding is what is unspent and what is on rails; None: tokens show no values
Totals = namedtuple("Totals", "issued redeemed outstanding on_rails")


class Refused(Exception):
    """A block that is not the next one of a certified chain."""


class Ledger:
    """Blocks one after the other, everything in memory.

    BLS endorsements are believed at first and checked together by `doubts`; those that it names go into `bad` of the
    next ledger, which replays.
    """

    forgets = frozenset()  # verdicts that are never given: the tests' damage

    def __init__(self, genesis, bad=frozenset(), certified=True):
        self.network = genesis.network
        self.configuration = genesis.configuration
        self.state = {CONFIGURATION_KEY: (genesis.configuration.version, genesis.configuration.raw)}
        self.counters = Counter()
        self.claimed = set()
        self.number = 0
        self.header_hash = genesis.network
        self.state_hash = domain_hash("state", self.network + CONFIGURATION_KEY + sized(genesis.configuration.raw))
        self.issued, self.redeemed, self.on_rails = Counter(), Counter(), Counter()
        self.believed = []
        self.bad = bad
        self.certified = certified
        self.statuses = Counter()
        self.signatures = Counter()
        self.schemes = Counter()  # of endorsements that are good
        self.kinds = Counter()  # of transactions that committed

    def apply(self, data):
        found = block(data)
        self.follows(found)
        outcomes, committed, index = [], [], 0
        for entry in found.entries:
            try:
                read = bundle(entry)
            except Malformed:
                outcomes.append(outcome(index, BAD_BUNDLE, None, entry))
                index += 1
                continue
            endorsed = self.endorsed(read)
            for place, raw in enumerate(read.transactions):
                try:
                    parsed = transaction(raw)
                    must(parsed.namespace == read.namespace, "namespace of the bundle")
                except Malformed:
                    parsed = None
                status = self.judge(parsed, read, place, endorsed, found.header.number)
                if status in CLAIMS:
                    self.claimed.add(parsed.id)
                if status == COMMITTED:
                    self.kinds[parsed.kind] += 1
                    self.write(parsed)
                    committed.append(parsed)
                self.statuses[status] += 1
                outcomes.append(outcome(index, status, parsed and parsed.id, raw))
                index += 1
        return self.complete(found, outcomes, committed)

    def follows(self, found):
        head = found.header
        if head.network != self.network:
            raise Refused("block of another network")
        if head.number != self.number + 1 or head.previous != self.header_hash:
            raise Refused("block %d does not follow block %d" % (head.number, self.number))
        if sum(map(len, found.entries)) > 1 << 20:
            raise Refused("the entries of block %d are too large" % head.number)
        if not self.certified:
            return
        leaves = []
        for entry in found.entries:
            try:
                root = bundle(entry).root
            except Malformed:
                root = bytes(32)
            leaves.append(root + sha256(entry))
        if merkle_root(leaves) != head.root:
            raise Refused("the entries of block %d do not match its root" % head.number)
        message = self.message("block-signature", header_hash(head))
        for party, signature in found.certificate:
            key = self.configuration.parties.get(party)
            if key is None or not ed25519.verify(key, message, signature):
                raise Refused("block %d: signature of party %d" % (head.number, party))
            self.signatures["ordering parties"] += 1
        if len(found.certificate) < quorum(self.configuration):
            raise Refused("block %d: too few signatures" % head.number)

    def message(self, name, payload):
        return separator(name) + self.network + payload

    def message_in(self, name, read, epoch, payload):
        return separator(name) + self.network + u16(read.namespace) + u16(read.rules) + u32(epoch) + payload

    def endorsed(self, read):
        known = self.configuration.namespaces.get(read.namespace)
        groups = [g for g in self.configuration.groups if (g.namespace, g.epoch) == (read.namespace, read.epoch)]
        if known is None or known.rules != read.rules or not groups:
            return False
        group = groups[0]
        message = self.message_in("bundle", read, read.epoch, u32(len(read.transactions)) + read.root)
        self.signatures["endorsers"] += 1
        good = len(read.signature) == SIGNATURE_SIZES[group.scheme] and self.verifies(group, message, read.signature)
        self.schemes[group.scheme] += good
        return good

    def verifies(self, group, message, signature):
        if group.scheme == FROST:
            return ed25519.verify(group.key, message, signature)
        if group.scheme == ECDSA:
            return p256.verify(group.key, message, signature)
        self.believed.append((group.key, message, signature))
        return self.believed[-1] not in self.bad

    def judge(self, parsed, read, place, endorsed, height):
        """The first check that does not hold is the verdict."""
        checks = (
            (BAD_ENDORSEMENT, lambda: endorsed),
            (BAD_TRANSACTION, lambda: parsed is not None),
            (DUPLICATE, lambda: parsed.id not in self.claimed),
            (STALE_CONFIGURATION, lambda: parsed.configuration == self.configuration.version),
            (EXPIRED, lambda: height <= parsed.expiry),
            (NOT_AUDITED, lambda: self.audited(parsed, read, place)),
            (READ_CONFLICT, lambda: self.fresh(parsed)),
            (BOUND_EXCEEDED, lambda: self.bounded(parsed)),
        )
        return next((status for status, holds in checks if status not in self.forgets and not holds()), COMMITTED)

    def fresh(self, parsed):
        return all(self.state.get(key, (0, None))[0] == version for key, version in parsed.reads)

    def bounded(self, parsed):
        """Each addition stays within its bound, and a counter within 63 bits."""

        def holds(add):
            before = self.counters[add.counter]
            return before + add.amount <= add.bound if add.tag == RAISE else before - add.amount >= add.bound

        return all(holds(add) for add in parsed.adds)

    def audited(self, parsed, read, place):
        known = self.configuration.namespaces.get(parsed.namespace)
        always = known is not None and known.audit_policy == ALWAYS
        if not always and not parsed.audited:
            return True
        auditor, signature = read.approvals.get(place, (None, None))
        if auditor is None or auditor >= len(self.configuration.auditors):
            return False
        message = self.message_in("auditor-approval", read, 0, parsed.id + u63(parsed.expiry))
        self.signatures["auditors"] += 1
        return ed25519.verify(self.configuration.auditors[auditor], message, signature)

    def write(self, parsed):
        for change in parsed.changes:
            if change.value is None:
                del self.state[change.key]
            else:
                self.state[change.key] = (change.version, change.value)
            if change.write == PUT and parsed.kind in (ISSUE, REDEEM):
                _, amount = supply_record(change.value)
                (self.issued if parsed.kind == ISSUE else self.redeemed)[parsed.namespace] += amount

        for add in parsed.adds:
            difference = add.amount if add.tag == RAISE else -add.amount
            self.counters[add.counter] += difference
            self.on_rails[parsed.namespace] += difference

    def complete(self, found, outcomes, committed):
        number, hashed, root = found.header.number, header_hash(found.header), merkle_root(outcomes)
        writes = b"".join(map(effects, committed))
        self.state_hash = domain_hash("state", self.state_hash + u63(number) + hashed + root + writes)
        self.number, self.header_hash = number, hashed
        for parsed in committed:
            if parsed.kind == CONFIGURATION:
                self.configuration = configuration(self.state[CONFIGURATION_KEY][1])
        supply = {
            n: Totals(self.issued[n], self.redeemed[n], self.outstanding(n), self.on_rails[n])
            for n, known in self.configuration.namespaces.items()
            if n  # namespace 0 is the configuration's
        }
        return Applied(number, hashed, root, self.state_hash, outcomes, supply)

    def outstanding(self, namespace):
        """The sum of unspent tokens where they show their values, and of what is on rails."""
        rules = self.configuration.namespaces[namespace].rules
        if rules > 2:
            return None
        space, place, size = u16(namespace), (34, 42) if rules == 1 else (48, 56), 42 if rules == 1 else 56
        return self.on_rails[namespace] + sum(
            int.from_bytes(value[place[0] : place[1]], "big")
            for key, (_, value) in self.state.items()
            if key[:2] == space and len(value) == size
        )

    def doubts(self):
        """The believed endorsements that are not good."""
        bad = set()
        for key in {key for key, _, _ in self.believed}:
            bad |= bad_ones([b for b in self.believed if b[0] == key and b not in self.bad])
        return bad


def bad_ones(signed):
    """Halves until the bad ones are alone."""
    if not signed or bls12381.verify_all(signed[0][0], [s[1] for s in signed], [s[2] for s in signed]):
        return set()
    if len(signed) == 1:
        return set(signed)
    half = len(signed) // 2
    return bad_ones(signed[:half]) | bad_ones(signed[half:])


def quorum(current):
    n = len(current.parties)
    return -(-(n + current.f + 1) // 2) if current.byzantine else n // 2 + 1


def effects(parsed):
    """What the state hash has of a transaction: its writes, then what it adds."""
    writes = (change.key + u32(change.version) + sized(change.value or b"") for change in parsed.changes)
    adds = (add.counter + u32(0) + sized(bytes([add.tag]) + u63(add.amount)) for add in parsed.adds)
    return b"".join((*writes, *adds))


def header_hash(head):
    return domain_hash("block-header", head.raw)


def outcome(index, status, transaction_id, raw):
    known = transaction_id is not None
    return u32(index) + bytes([status, known]) + (transaction_id if known else bytes(32)) + sha256(raw)

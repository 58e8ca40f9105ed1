"""The recorded economies agree with what was said of them; with one byte flipped, or one rule forgotten, they do not.

    python3 -m unittest test_oracle
"""

import os
import unittest
from unittest import mock

import ledger as ledgers
import oracle
import sources
import wire
from ledger import (
    BAD_BUNDLE,
    BAD_ENDORSEMENT,
    BAD_TRANSACTION,
    BLS,
    BOUND_EXCEEDED,
    COMMITTED,
    DUPLICATE,
    ECDSA,
    FROST,
    Refused,
)
from wire import (
    CONFIGURATION,
    DEPOSIT,
    ISSUE,
    OUTCOME,
    REDEEM,
    RESCUE,
    TRANSFER,
    WITHDRAWAL,
    Malformed,
    block,
    bundle,
    genesis,
    must,
    statuses,
    supply_event,
    u63,
)

RECORDINGS = os.environ.get(
    "FLORIN_RECORDINGS", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "test", "resources", "oracle")
)
RED = (oracle.Differs, Refused, Malformed)
# rules that no recorded transaction breaks: sizes, what is asked of blocks, bundles and configurations by themselves, and
# one of which there is a test below
NOT_ORDERED = {
    "a transaction of less than 52 bytes",
    "a serial without its read",
    "approval of nothing",
    "order of approvals",
    "order of the certificate",
    "scheme",
    "size of a value",
    "size of the bundle",
    "size of the transaction",
    "version of the bundle",
    "version of the configuration's encoding",
    "version of the header",
}
# of the rails in a configuration, and of events
NOT_ORDERED_ON_RAILS = {
    "expiry on a rail",
    "finality of a rail",
    "float limit of a rail",
    "keys of a rail",
    "kind of a rail",
    "nothing is on rails",
    "number of a rail",
    "order of the rails",
    "scheme of a rail",
    "version of a rail's committee",
}


def flip(data, at):
    at %= len(data)
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


class Damage(unittest.TestCase):
    """In the anonymous economy, where an auditor signed too."""

    @classmethod
    def setUpClass(cls):
        cls.economy = sources.of_recording(os.path.join(RECORDINGS, "anonymous.txt"))
        cls.first = genesis(cls.economy.genesis)
        cls.chain = oracle.one_chain(cls.economy.blocks)
        cls.ledger, cls.applied = oracle.replay(cls.first, cls.chain)

    def test_nothing_is_seen_where_there_is_none(self):
        oracle.compare_statuses(self.first, self.applied, self.economy.statuses)
        oracle.compare_supply(self.ledger, self.first, self.applied, self.economy.events)

    def red(self, check, *arguments):
        try:
            check(*arguments)
        except RED:
            return
        self.fail("nothing was seen")

    def test_a_flipped_byte_in_the_genesis(self):
        for at in (5, -1):
            with self.subTest(at=at):
                try:
                    first = genesis(flip(self.economy.genesis, at))
                except Malformed:
                    continue
                self.red(oracle.replay, first, self.chain[:1])

    def test_a_flipped_byte_in_a_block(self):
        places = {
            "version": 0, "network": 1, "number": 40, "previous": 41, "root": 73, "configuration": 108, "view": 112,
            "certificate": 113, "party": 114, "signature": 115, "entries": 113 + 1 + 65 * self.chain[1][113] + 3,
            "bundle": 113 + 1 + 65 * self.chain[1][113] + 8 + 20, "end": -1,
        }
        for name, at in places.items():
            with self.subTest(part=name):
                self.red(oracle.replay, self.first, [self.chain[0], flip(self.chain[1], at)])

    def test_a_block_with_more_than_it_may_have_although_the_chain_is_believed(self):
        """Certified by a quorum of liars only, so no recording has one."""

        def first_with(*sizes):
            entries = b"".join(wire.sized(bytes(size)) for size in sizes)
            return self.chain[0][:113] + b"\0" + len(sizes).to_bytes(4, "big") + entries

        half = 1 << 19
        ledgers.Ledger(self.first, certified=False).apply(first_with(half, half))
        ledger = ledgers.Ledger(self.first, certified=False)
        self.assertRaisesRegex(Refused, "too large", ledger.apply, first_with(half, half, 1))

    def test_a_party_with_another_block(self):
        other = [*self.chain[:-1], flip(self.chain[-1], -1)]
        self.red(oracle.one_chain, {1: self.chain, 2: other})
        self.red(oracle.one_chain, {1: self.chain + [other[-1]]})
        repeated = self.chain + self.chain[-1:]
        self.assertEqual(oracle.one_chain({1: self.chain, 2: self.chain[:-1], 3: repeated}), self.chain)

    def test_a_flipped_byte_in_an_endorsed_bundle_although_the_chain_is_believed(self):
        read = block(self.chain[0])
        start = self.chain[0].index(read.entries[0])
        for name, at in {"transaction": start + 60, "signature": -1}.items():
            with self.subTest(part=name):
                self.red(self.judged, [flip(self.chain[0], at)])

    def judged(self, chain):
        _, applied = oracle.replay(self.first, chain, certified=False)
        self.assertEqual(applied[0].outcomes[0][4], BAD_ENDORSEMENT)
        oracle.compare_statuses(self.first, applied, [s for s in self.economy.statuses if statuses(s).number == 1])

    def test_a_flipped_byte_in_an_auditors_approval_although_the_chain_is_believed(self):
        for value in self.chain:
            for entry in block(value).entries:
                for _, signature in bundle(entry).approvals.values():
                    ledger = oracle.Ledger(self.first, certified=False)
                    number = block(value).header.number
                    for before in self.chain[: number - 1]:
                        ledger.apply(before)
                    after = ledger.apply(flip(value, value.index(signature)))
                    self.assertNotEqual(after.outcomes, self.applied[number - 1].outcomes)
                    return
        self.fail("no approval was recorded")

    def test_a_flipped_byte_in_what_the_committer_said(self):
        places = {
            "network": 0, "number": 39, "header hash": 40, "status root": 72, "state hash": 104, "index": 143,
            "status": 144, "id there": 145, "id": 146, "digest": 178, "committer": -65, "signature": -64,
        }
        said = self.economy.statuses
        for name, at in places.items():
            with self.subTest(part=name):
                self.red(oracle.compare_statuses, self.first, self.applied, [flip(said[0], at), *said[1:]])
        with self.subTest(part="nothing said of a block"):
            self.red(oracle.compare_statuses, self.first, self.applied, said[1:])

    def test_a_flipped_byte_in_what_the_auditor_said(self):
        places = {
            "version": 0, "kind": 1, "network": 2, "time": 41, "namespace": 43, "block": 51, "issued": 59,
            "redeemed": 67, "outstanding": 75, "holds": 76, "header hash": 77, "state hash": 109, "proof": 141,
            "auditor": -65, "signature": -64,
        }
        said = next(e for e in self.economy.events if supply_event(e) is not None)
        for name, at in places.items():
            with self.subTest(part=name):
                self.red(oracle.compare_supply, self.ledger, self.first, self.applied, [flip(said, at)])

    def test_a_proof_of_another_supply_that_the_auditor_signed(self):
        """Without the signatures the figures alone are red."""
        said = next(e for e in self.economy.events if supply_event(e) is not None)
        verify, oracle.ed25519.verify = oracle.ed25519.verify, lambda *_: True
        try:
            for at in (59, 67, 75, 76, 77, 109):
                with self.subTest(at=at):
                    self.red(oracle.compare_supply, self.ledger, self.first, self.applied, [flip(said, at)])
        finally:
            oracle.ed25519.verify = verify

    def test_a_bundle_that_is_ordered_twice(self):
        """Its transactions are duplicates, which claim nothing and write nothing."""
        ledger = oracle.Ledger(self.first, certified=False)
        ledger.apply(self.chain[0])
        before = dict(ledger.state)
        again = self.chain[0][:33] + u63(2) + ledger.header_hash + self.chain[0][73:]
        applied = ledger.apply(again)
        self.assertEqual({value[4] for value in applied.outcomes}, {DUPLICATE})
        self.assertEqual(ledger.state, before)


class Recorded:
    """A recording, and what its blocks lead to."""

    def __init__(self, name):
        self.economy = sources.of_recording(os.path.join(RECORDINGS, name + ".txt"))
        self.first = genesis(self.economy.genesis)
        self.chain = oracle.one_chain(self.economy.blocks)
        self.ledger, self.applied = oracle.replay(self.first, self.chain, certified=False)
        self.said = {s.number: s for s in map(statuses, self.economy.statuses)}
        self.supply = {s.block: s for s in map(supply_event, self.economy.events)}

    def agrees(self):
        """With the committer's verdicts and the auditor's figures, whoever signed them; a crash is no agreement."""
        again = ledgers.Ledger(self.first, self.ledger.bad, certified=False)
        try:
            applied = [again.apply(value) for value in self.chain]
        except (*RED, LookupError, TypeError, ValueError):
            return False
        return all(self.same(mine) for mine in applied)

    def same(self, mine):
        supply = self.supply[mine.number]
        figures = supply.issued, supply.redeemed
        return mine.outcomes == self.said[mine.number].outcomes and figures == mine.supply[1][:2]


class Rules(unittest.TestCase):
    """Each kind of thing is in the recordings: a rule that is forgotten does not agree with them."""

    @classmethod
    def setUpClass(cls):
        cls.of = {name: Recorded(name) for name in ("clear", "anonymous", "unlinkable")}
        cls.rail = Recorded("rail")

    def seen(self, *names):
        self.assertEqual([name for name in names if self.of[name].agrees()], [], "forgotten, and nothing was seen in")

    def test_with_all_rules_everything_agrees(self):
        for name, recorded in self.of.items():
            with self.subTest(recording=name):
                self.assertTrue(recorded.agrees())

    def test_every_scheme_endorses_one(self):
        schemes = {name: set(+recorded.ledger.schemes) for name, recorded in self.of.items()}
        self.assertEqual(schemes, {"clear": {ECDSA}, "anonymous": {FROST}, "unlinkable": {BLS}})

    def test_each_has_every_kind_of_transaction_and_money_that_came_back(self):
        for name, recorded in self.of.items():
            with self.subTest(recording=name):
                self.assertEqual(set(recorded.ledger.kinds), {ISSUE, TRANSFER, REDEEM, CONFIGURATION})
                last = recorded.applied[-1].supply[1]
                self.assertTrue(0 < last.redeemed < last.issued)

    def test_each_has_a_duplicate_and_a_forged_endorsement_and_all_have_every_verdict(self):
        for name, recorded in self.of.items():
            with self.subTest(recording=name):
                self.assertLessEqual({COMMITTED, DUPLICATE, BAD_ENDORSEMENT}, set(recorded.ledger.statuses))
        met = set(self.rail.ledger.statuses).union(*(recorded.ledger.statuses for recorded in self.of.values()))
        # routers let nothing in that is no bundle
        self.assertEqual(met, set(oracle.NAMES) - {BAD_BUNDLE})

    def test_each_verdict_that_is_never_given_is_seen(self):
        for status, name in oracle.NAMES.items():
            if status in (COMMITTED, BAD_BUNDLE, BAD_TRANSACTION, BOUND_EXCEEDED):
                continue
            names = self.of if status in (DUPLICATE, BAD_ENDORSEMENT) else ("unlinkable",)
            with self.subTest(verdict=name), mock.patch.object(ledgers.Ledger, "forgets", {status}):
                self.seen(*names)

    def test_bounds_of_additions_that_are_forgotten_are_seen(self):
        """A counter that nobody adds to, one that only rises, and no bounds at all."""
        self.assertTrue(self.rail.agrees())
        with mock.patch.object(ledgers.Ledger, "forgets", {BOUND_EXCEEDED}):
            self.assertFalse(self.rail.agrees())
        once = ledgers.transaction
        with mock.patch.object(ledgers, "transaction", lambda raw: once(raw)._replace(adds=[])):
            self.assertFalse(self.rail.agrees())
        with mock.patch.object(ledgers, "RAISE", None):
            self.assertFalse(self.rail.agrees())

    def test_the_rail_has_each_kind_and_money_on_it(self):
        kinds = {ISSUE, CONFIGURATION, DEPOSIT, WITHDRAWAL, RESCUE, OUTCOME}
        self.assertEqual(set(self.rail.ledger.kinds), kinds)
        self.assertTrue(0 < self.rail.applied[-1].supply[1].on_rails < self.rail.applied[-1].supply[1].issued)

    def test_additions_that_are_not_hashed_are_seen(self):
        """Each state hash of a block that adds is another one."""
        plain = ledgers.effects
        with mock.patch.object(ledgers, "effects", lambda parsed: plain(parsed._replace(adds=[]))):
            again = ledgers.Ledger(self.rail.first, self.rail.ledger.bad, certified=False)
            applied = [again.apply(value) for value in self.rail.chain]
        for mine, right in zip(applied, self.rail.applied):
            with self.subTest(block=mine.number):
                # the third block is the first that adds
                self.assertEqual(mine.state_hash == right.state_hash, mine.number < 3)

    def test_a_configuration_that_stays_as_it_was_is_seen(self):
        for name, recorded in self.of.items():
            unchanged = recorded.first.configuration
            with self.subTest(recording=name), mock.patch.object(ledgers, "configuration", lambda _: unchanged):
                self.seen(name)

    def test_money_that_came_back_and_still_counts_is_seen(self):
        with mock.patch.object(ledgers, "REDEEM", None):
            self.seen(*self.of)

    def test_an_auditor_who_is_not_asked_is_seen(self):
        """By the policy and by the transaction; in the other two the auditor signed, and something else than this."""
        with mock.patch.object(ledgers, "ALWAYS", None):
            self.seen("unlinkable")
        once = ledgers.transaction
        with mock.patch.object(ledgers, "transaction", lambda raw: once(raw)._replace(audited=False)):
            self.seen("unlinkable")
        right = ledgers.Ledger.message_in

        def wrong(ledger, name, *parts):
            return right(ledger, name, *parts) + (b"!" if name == "auditor-approval" else b"")

        with mock.patch.object(ledgers.Ledger, "message_in", wrong):
            self.seen(*self.of)

    def test_each_signature_that_is_believed_is_seen(self):
        with mock.patch.object(ledgers.Ledger, "verifies", lambda *_: True):
            self.seen(*self.of)

    def test_each_rule_of_form_that_is_forgotten_is_seen(self):
        """All that `must` asks of bundles and transactions, except for sizes and what routers already refuse."""
        asked = set()

        def note(condition, what):
            asked.add(what)
            must(condition, what)

        with mock.patch.object(wire, "must", note), mock.patch.object(ledgers, "must", note):
            for recorded in self.of.values():
                self.assertTrue(recorded.agrees())
        self.assertLessEqual(NOT_ORDERED, asked)
        self.assertGreater(len(asked - NOT_ORDERED), 30)
        for rule in sorted(asked - NOT_ORDERED):

            def forget(condition, what, rule=rule):
                must(condition or what == rule, what)

            with self.subTest(rule=rule):
                with mock.patch.object(wire, "must", forget), mock.patch.object(ledgers, "must", forget):
                    self.seen("unlinkable")

    def test_each_rule_of_form_about_rails_that_is_forgotten_is_seen(self):
        def asked_by(recordings):
            asked = set()

            def note(condition, what):
                asked.add(what)
                must(condition, what)

            with mock.patch.object(wire, "must", note), mock.patch.object(ledgers, "must", note):
                for recorded in recordings:
                    self.assertTrue(recorded.agrees())
            return asked

        rules = asked_by([self.rail]) - asked_by(self.of.values())
        self.assertLessEqual(NOT_ORDERED_ON_RAILS - {"nothing is on rails"}, rules)
        rules -= NOT_ORDERED_ON_RAILS
        self.assertGreater(len(rules), 10)
        for rule in sorted(rules | {"kind", "version of the transaction"}):

            def forget(condition, what, rule=rule):
                must(condition or what == rule, what)

            with self.subTest(rule=rule):
                with mock.patch.object(wire, "must", forget), mock.patch.object(ledgers, "must", forget):
                    self.assertFalse(self.rail.agrees())

    def test_a_serial_more_than_there_are_reads_is_malformed(self):
        raws = [raw for value in self.of["unlinkable"].chain[:4] for e in block(value).entries for raw in bundle(e).transactions]
        transfer = next(raw for raw in raws if raw[1] == TRANSFER)
        writes = 50 + 36 * transfer[49]
        more = transfer[:writes] + bytes([transfer[writes] + 1, wire.SERIAL]) + transfer[writes + 1 :]
        self.assertEqual(wire.transaction(transfer).kind, TRANSFER)
        self.assertRaisesRegex(Malformed, "a serial without its read", wire.transaction, more)

    def test_what_routers_refuse_is_no_bundle(self):
        """So no recording has it: the same bundles with one thing that is wrong."""
        entry = block(self.of["unlinkable"].chain[0]).entries[0]
        read = bundle(entry)
        (raw,) = read.transactions
        head, tail = entry[:9], entry[-48:]
        approval = bytes(2 + 65)
        self.assertEqual(head + bytes([0, 1]) + wire.sized(raw) + bytes(2) + tail, entry)
        for name, data in {
            "version": b"\3" + entry[1:],
            "short transaction": head + bytes([0, 1]) + wire.sized(raw[:51]) + bytes(2) + tail,
            "no transaction": head + bytes([0, 0]) + bytes(2) + tail,
            "approvals out of order": entry[:-50] + bytes([0, 2]) + approval + approval + tail,
            "approval of nothing": entry[:-50] + bytes([0, 1]) + b"\0\1" + approval[2:] + tail,
            "bytes left over": entry + b"\0",
        }.items():
            with self.subTest(flaw=name):
                self.assertRaises(Malformed, bundle, data)
        self.assertEqual(bundle(entry[:-50] + bytes([0, 1]) + approval + tail).transactions, [raw])
        self.assertEqual(len(bundle(head + bytes([0, 1]) + wire.sized(raw[:52]) + bytes(2) + tail).transactions), 1)


class Recordings(unittest.TestCase):
    def test_each_agrees_with_what_was_said_of_it(self):
        names = sorted(os.listdir(RECORDINGS))
        self.assertEqual(names, ["anonymous.txt", "clear.txt", "rail.txt", "unlinkable.txt"])
        for name in names:
            with self.subTest(recording=name):
                report = oracle.check(sources.of_recording(os.path.join(RECORDINGS, name)))
                print("\n".join(["", name, *report]))


if __name__ == "__main__":
    unittest.main()

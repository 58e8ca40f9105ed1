"""The recorded economy agrees with what was said of it, and one flipped byte in anything does not.

    python3 -m unittest test_oracle
"""

import os
import unittest

import oracle
import sources
from ledger import BAD_ENDORSEMENT, DUPLICATE, Refused
from wire import Malformed, block, bundle, genesis, statuses, supply_event, u63

RECORDINGS = os.environ.get(
    "FLORIN_RECORDINGS", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "test", "resources", "oracle")
)
RED = (oracle.Differs, Refused, Malformed)


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
            "version": 0, "network": 1, "number": 40, "previous": 41, "root": 73, "configuration": 108, "round": 112,
            "certificate": 113, "party": 114, "signature": 115, "entries": 113 + 1 + 65 * self.chain[1][113] + 3,
            "bundle": 113 + 1 + 65 * self.chain[1][113] + 8 + 20, "end": -1,
        }
        for name, at in places.items():
            with self.subTest(part=name):
                self.red(oracle.replay, self.first, [self.chain[0], flip(self.chain[1], at)])

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


class Recordings(unittest.TestCase):
    def test_each_agrees_with_what_was_said_of_it(self):
        names = sorted(os.listdir(RECORDINGS))
        self.assertGreaterEqual(len(names), 3)
        for name in names:
            with self.subTest(recording=name):
                report = oracle.check(sources.of_recording(os.path.join(RECORDINGS, name)))
                print("\n".join(["", name, *report]))


if __name__ == "__main__":
    unittest.main()

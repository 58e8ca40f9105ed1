#!/usr/bin/env python3
"""The second oracle: recomputes from certified blocks what a demo's committer and auditor said of them.

    python3 oracle.py DIR            a data directory whose demo has ended
    python3 oracle.py FILE           a recording
    python3 oracle.py --record FILE DIR [--blocks N]

Python 3.8 or later and nothing else. It shares no code with the platform: it was written from docs/wire-formats.md. It
ends with 0 when everything agrees, with 1 when something does not, which it names.
"""

import argparse
import os
import sys
import time

import ed25519
import sources
from wire import Malformed, genesis, separator, statuses, supply_event, u16, u32, wide_separator
from ledger import Ledger, Refused

NAMES = {
    1: "COMMITTED",
    2: "ABORTED_READ_CONFLICT",
    3: "ABORTED_EXPIRED",
    4: "ABORTED_STALE_CONFIG",
    5: "ABORTED_NOT_AUDITED",
    6: "ABORTED_BOUND_EXCEEDED",
    10: "REJECTED_DUPLICATE_TX_ID",
    20: "MALFORMED_BUNDLE",
    21: "MALFORMED_ENDORSEMENT",
    22: "MALFORMED_TRANSACTION",
}
KINDS = {
    1: "ISSUE",
    2: "TRANSFER",
    3: "REDEEM",
    4: "CONFIGURATION",
    5: "RAIL_DEPOSIT",
    6: "RAIL_WITHDRAWAL",
    7: "RAIL_RESCUE",
    8: "RAIL_RESCUE_OUTCOME",
}
SCHEMES = {1: "BLS", 2: "FROST", 3: "ECDSA"}


class Differs(Exception):
    """What somebody said is not what the blocks lead to."""


def must(condition, what):
    if not condition:
        raise Differs(what)


def one_chain(blocks):
    """Every party's topic without repeated records, which must be equal bytes; the longest is the chain."""
    chains = []
    for party, values in sorted(blocks.items()):
        chain, seen = [], {}
        for value in values:
            number = int.from_bytes(value[33:41], "big")
            must(seen.setdefault(number, value) == value, "party %d wrote two blocks %d" % (party, number))
            if not chain or number > int.from_bytes(chain[-1][33:41], "big"):
                chain.append(value)
        chains.append((party, chain))
    longest = max((chain for _, chain in chains), key=len, default=[])
    must(longest, "there are no blocks")
    for party, chain in chains:
        for place, (mine, other) in enumerate(zip(chain, longest)):
            # certificates may name other parties: what is certified must be the same
            same = header_and_entries(mine) == header_and_entries(other)
            must(same, "party %d: another block %d" % (party, place + 1))
    return longest


def header_and_entries(value):
    return value[:113] + value[114 + 65 * value[113] :]


def replay(first, chain, certified=True):
    bad = frozenset()
    while True:
        ledger = Ledger(first, bad, certified)
        applied = [ledger.apply(value) for value in chain]
        doubts = ledger.doubts()
        if not doubts:
            return ledger, applied
        bad = bad | doubts


def compare_statuses(first, applied, records):
    """Each record of the committer, and one at least for each block."""
    told = set()
    for data in records:
        said = statuses(data)
        must(1 <= said.number <= len(applied), "statuses of a block %d that there is not" % said.number)
        mine = applied[said.number - 1]
        where = "block %d: " % said.number
        for place, (theirs, ours) in enumerate(zip(said.outcomes, mine.outcomes)):
            verdicts = NAMES[ours[4]], NAMES.get(theirs[4])
            must(theirs == ours, where + "outcome %d is %s, they say %s" % (place, *verdicts))
        must(len(said.outcomes) == len(mine.outcomes), where + "count of outcomes")
        must(said.network == first.network, where + "network of the checkpoint")
        must(said.header_hash == mine.header_hash, where + "header hash")
        must(said.status_root == mine.status_root, where + "status root")
        must(said.state_hash == mine.state_hash, where + "state hash")
        committers = first.configuration.committers
        must(said.committer < len(committers), where + "committer")
        message = separator("checkpoint") + first.network + said.checkpoint_raw
        must(ed25519.verify(committers[said.committer], message, said.signature), where + "the committer's signature")
        told.add(said.number)
    must(len(told) == len(applied), "the committer told of %d blocks, there are %d" % (len(told), len(applied)))


def compare_supply(ledger, first, applied, records):
    """Each event of the auditor is signed, and what it says of the supply is what the blocks lead to."""
    proofs, auditors = 0, ledger.configuration.auditors
    for place, data in enumerate(records):
        where = "event %d: " % place
        auditor, signature = data[-65], data[-64:]
        must(auditor < len(auditors), where + "auditor")
        message = wide_separator("audit-event") + data[:-64]
        must(ed25519.verify(auditors[auditor], message, signature), where + "the auditor's signature")
        said = supply_event(data)
        if said is None or said.block == 0:
            continue
        must(said.block <= len(applied), where + "supply after a block %d that there is not" % said.block)
        mine, where = applied[said.block - 1], "supply after block %d: " % said.block
        totals = mine.supply.get(said.namespace)
        must(totals is not None, where + "namespace")
        must((said.issued, said.redeemed) == totals[:2], where + "issued and redeemed are %d and %d" % totals[:2])
        must(said.outstanding == totals.issued - totals.redeemed, where + "outstanding")
        must(totals.outstanding in (None, said.outstanding), where + "unspent tokens are worth %s" % totals.outstanding)
        must(said.on_rails == totals.on_rails, where + "on rails are %d" % totals.on_rails)
        must(said.holds, where + "they say that it does not hold")
        must((said.header_hash, said.state_hash) == (mine.header_hash, mine.state_hash), where + "hashes")
        message = separator("supply-proof") + first.network + u16(said.namespace)
        message += u16(1 if said.on_rails else 0) + u32(0) + said.payload
        must(ed25519.verify(auditors[auditor], message, said.proof), where + "signature of the proof")
        proofs += 1
    must(proofs, "the auditor said nothing of the supply")
    return proofs


def counted(counts, names):
    return ", ".join("%d %s" % (n, names[which]) for which, n in sorted(counts.items()) if n)


def check(economy):
    """Everything, and a report of what was recomputed."""
    began = time.monotonic()
    first = genesis(economy.genesis)
    chain = one_chain(economy.blocks)
    ledger, applied = replay(first, chain)
    compare_statuses(first, applied, economy.statuses)
    proofs = compare_supply(ledger, first, applied, economy.events)
    signed = ledger.signatures
    lines = [
        "network        %s  %s" % (first.network.hex(), first.name),
        "topics         %s of parties %s" % (len(economy.blocks), ", ".join(map(str, sorted(economy.blocks)))),
        "blocks         %d, certified by %d signatures of parties" % (len(applied), signed["ordering parties"]),
        "signatures     %d of endorsers, %d of auditors" % (signed["endorsers"], signed["auditors"]),
        "endorsed by    " + counted(ledger.schemes, SCHEMES),
        "committed      " + counted(ledger.kinds, KINDS),
        "verdicts       " + counted(ledger.statuses, NAMES),
        "last header    " + applied[-1].header_hash.hex(),
        "status root    " + applied[-1].status_root.hex(),
        "state hash     " + applied[-1].state_hash.hex() + "  of %d keys" % len(ledger.state),
        "configuration  version %d" % ledger.configuration.version,
    ]
    for number, totals in sorted(applied[-1].supply.items()):
        shown = "the tokens show no values"
        if totals.outstanding is not None:
            shown = "unspent tokens %d" % (totals.outstanding - totals.on_rails)
        shown += ", on rails %d" % totals.on_rails if totals.on_rails else ""
        lines.append("supply of %d    issued %d, redeemed %d, difference %d, %s" % (
            number, totals.issued, totals.redeemed, totals.issued - totals.redeemed, shown))
        must(totals.outstanding in (None, totals.issued - totals.redeemed), "supply of %d" % number)
    lines.append("agrees with    %d signed checkpoints, %d signed supply proofs" % (len(economy.statuses), proofs))
    lines.append("took           %.1f s" % (time.monotonic() - began))
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("place", metavar="DIR|FILE")
    parser.add_argument("--record", metavar="FILE", help="writes a recording of DIR instead")
    parser.add_argument("--blocks", type=int, default=2**62, metavar="N", help="records the first N blocks only")
    given = parser.parse_args()
    economy = sources.of_demo(given.place) if os.path.isdir(given.place) else sources.of_recording(given.place)
    if given.record:
        sources.write_recording(economy, given.record, given.blocks)
        return 0
    try:
        print("\n".join(check(economy)))
    except (Differs, Refused, Malformed) as wrong:
        print("DIFFERS: %s" % wrong)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

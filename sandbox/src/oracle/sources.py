"""Where blocks come from: the Kafka log of a demo that has ended, or a recording."""

import base64
import os
import struct
from collections import namedtuple

Economy = namedtuple("Economy", "genesis blocks statuses events")  # blocks: the values of each party's topic


def varint(data, at):
    shift = value = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return (value >> 1) ^ -(value & 1), at


def field(data, at):
    size, at = varint(data, at)
    return (None, at) if size < 0 else (data[at : at + size], at + size)


def kafka_values(folder):
    """The values of a partition in order: record batches of magic 2 without compression, as florin writes them."""
    values = []
    for name in sorted(f for f in os.listdir(folder) if f.endswith(".log")):
        with open(os.path.join(folder, name), "rb") as file:
            data = file.read()
        at = 0
        while at + 61 <= len(data):
            size = struct.unpack_from(">i", data, at + 8)[0]
            if size <= 0 or at + 12 + size > len(data):
                break
            magic, attributes = data[at + 16], struct.unpack_from(">h", data, at + 21)[0]
            if magic != 2 or attributes & 7:
                raise ValueError("%s: a batch of another form" % folder)
            if not attributes & 0x20:
                values += batch(data, at + 61, struct.unpack_from(">i", data, at + 57)[0])
            at += 12 + size
    return values


def batch(data, at, count):
    for _ in range(count):
        size, at = varint(data, at)
        end = at + size
        _, at = varint(data, at + 1)
        _, at = varint(data, at)
        _, at = field(data, at)
        value, _ = field(data, at)
        at = end
        yield value


def of_demo(folder):
    log = os.path.join(folder, "kafka", "log")
    blocks, statuses, events = {}, [], []
    wanted = ("settlement.blocks.", "settlement.statuses-", "audit.events-")
    for topic in sorted(t for t in os.listdir(log) if t.startswith(wanted)):
        values = kafka_values(os.path.join(log, topic))
        if topic.startswith("settlement.blocks."):
            blocks[int(topic.split(".")[2].split("-")[0])] = values
        elif topic.startswith("settlement.statuses-"):
            statuses += values
        else:
            events += values
    with open(os.path.join(folder, "network", "genesis.bin"), "rb") as file:
        return Economy(file.read(), blocks, statuses, events)


def of_recording(file):
    """Lines of a word, for blocks the party, and base64."""
    genesis, blocks, statuses, events = b"", {}, [], []
    with open(file, encoding="ascii") as lines:
        for line in lines:
            words = line.split()
            if not words or words[0] == "#":
                continue
            value = base64.b64decode(words[-1], validate=True)
            if words[0] == "genesis":
                genesis = value
            elif words[0] == "block":
                blocks.setdefault(int(words[1]), []).append(value)
            elif words[0] == "statuses":
                statuses.append(value)
            elif words[0] == "event":
                events.append(value)
            else:
                raise ValueError("a line that begins with " + words[0])
    return Economy(genesis, blocks, statuses, events)


def write_recording(economy, file, last):
    """One party's topic, blocks and what was said of them up to the last one wanted."""
    from wire import block, statuses, supply_event

    def line(*words):
        out.write(" ".join(str(w) for w in words[:-1]) + " " + base64.b64encode(words[-1]).decode("ascii") + "\n")

    with open(file, "w", encoding="ascii") as out:
        out.write("# Certified blocks of a demo and what committer and auditor said of them, by oracle.py --record\n")
        line("genesis", economy.genesis)
        party = min(economy.blocks)
        for value in economy.blocks[party]:
            if block(value).header.number <= last:
                line("block", party, value)
        for value in economy.statuses:
            if statuses(value).number <= last:
                line("statuses", value)
        proofs = [(supply_event(v), v) for v in economy.events]
        for proof, value in proofs:
            if proof is not None and proof.block <= last:
                line("event", value)

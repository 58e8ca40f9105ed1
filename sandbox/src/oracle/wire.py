"""The encodings of docs/wire-formats.md that a reader of blocks, statuses and audit events needs."""

import hashlib
from collections import Counter, namedtuple

from bls12381 import P as FIELD_PRIME


class Malformed(Exception):
    """Bytes that are not the one encoding of a value."""


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def raw(self, size):
        if self.at + size > len(self.data):
            raise Malformed("bytes missing")
        self.at += size
        return self.data[self.at - size : self.at]

    def number(self, size):
        return int.from_bytes(self.raw(size), "big")

    def u8(self):
        return self.number(1)

    def u16(self):
        return self.number(2)

    def u32(self):
        return self.number(4)

    def u63(self):
        value = self.number(8)
        if value >> 63:
            raise Malformed("number out of range")
        return value

    def flag(self):
        value = self.u8()
        if value > 1:
            raise Malformed("flag")
        return value == 1

    def b32(self):
        return self.raw(32)

    def bytes(self):
        return self.raw(self.u32())

    def text(self):
        try:
            return self.raw(self.u16()).decode("utf-8")
        except UnicodeDecodeError as bad:
            raise Malformed("text") from bad

    def list(self, count_size, element, least=0, most=2**32):
        count = self.number(count_size)
        if not least <= count <= most:
            raise Malformed("count")
        return [element() for _ in range(count)]

    def end(self):
        if self.at != len(self.data):
            raise Malformed("bytes left over")


def whole(read, data):
    """One value and nothing after it."""
    reader = Reader(data)
    value = read(reader)
    reader.end()
    return value


def must(condition, what):
    if not condition:
        raise Malformed(what)


def u16(value):
    return value.to_bytes(2, "big")


def u32(value):
    return value.to_bytes(4, "big")


def u63(value):
    return value.to_bytes(8, "big")


def sized(data):
    return u32(len(data)) + data


def sha256(data):
    return hashlib.sha256(data).digest()


def separator(name):
    text = ("florin/v1/" + name).encode("ascii")
    return bytes([len(text)]) + text


def wide_separator(name):
    text = ("florin/v1/" + name).encode("ascii")
    return b"\0" + u16(len(text)) + text


def domain_hash(name, parts):
    return sha256(separator(name) + parts)


def merkle_root(leaves):
    """RFC 9162, section 2.1.1."""
    if not leaves:
        return sha256(b"")
    if len(leaves) == 1:
        return sha256(b"\0" + leaves[0])
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return sha256(b"\1" + merkle_root(leaves[:split]) + merkle_root(leaves[split:]))


# --- genesis and configuration

Genesis = namedtuple("Genesis", "name created configuration network")
Group = namedtuple("Group", "scheme namespace epoch threshold key")
Namespace = namedtuple("Namespace", "id name rules audit_policy")
Configuration = namedtuple(
    "Configuration", "raw version f byzantine parties groups namespaces auditors committers g registration"
)

KEY_SIZES = {1: 96, 2: 32, 3: 33}
SIGNATURE_SIZES = {1: 48, 2: 64, 3: 64}


def genesis(data):
    def read(r):
        name, created = r.text(), r.u63()
        return name, created, configuration_of(r)

    name, created, configuration = whole(read, data)
    must(configuration.version == 1, "the configuration of a genesis is version 1")
    return Genesis(name, created, configuration, domain_hash("genesis", data))


def configuration(data):
    return whole(configuration_of, data)


def configuration_of(r):
    start = r.at
    encoding = r.u8()
    must(encoding in (2, 3), "version of the configuration's encoding")
    version = r.u32()
    f, byzantine = r.u8(), r.flag()
    parties = dict(r.list(1, lambda: (r.u8(), (r.text(), r.b32())[1])))
    groups = r.list(1, lambda: endorser_group(r))
    namespaces = {n.id: n for n in r.list(1, lambda: namespace(r))}
    r.u8()
    r.list(1, r.b32)
    auditors = r.list(1, r.b32)
    g = r.u8()
    committers = r.list(1, r.b32)
    registration = r.b32()
    r.list(1, lambda: (r.u8(), r.text(), r.u63(), r.u63()))
    r.u63()
    r.u63()
    if encoding == 3:
        ids = r.list(1, lambda: rail(r), 1, 16)
        must(ids == sorted(set(ids)), "order of the rails")
    return Configuration(
        r.data[start : r.at], version, f, byzantine, parties, groups, namespaces, auditors, committers, g, registration
    )


def endorser_group(r):
    scheme, in_namespace, epoch, threshold = r.u8(), r.u16(), r.u32(), r.u8()
    must(scheme in KEY_SIZES, "scheme")
    key = r.raw(KEY_SIZES[scheme])
    r.list(1, lambda: r.raw(KEY_SIZES[scheme]))
    return Group(scheme, in_namespace, epoch, threshold, key)


def namespace(r):
    number, name, _currency, _digits, rules = r.u16(), r.text(), r.text(), r.u8(), r.u16()
    policy = r.u8()
    r.u63()
    if 2 <= rules <= 4:
        hidden_currency(r, rules)
    return Namespace(number, name, rules, policy)


def hidden_currency(r, rules):
    r.raw(96)
    r.u8()
    r.u8()
    r.flag()
    r.list(1, lambda: (r.u32(), r.u8(), r.bytes(), r.list(1, r.bytes), r.raw(48)))
    r.list(1, lambda: (r.u32(), r.u8(), r.raw(48), r.list(1, lambda: r.raw(48))))


def rail(r):
    """The id of an instant rail; what its committee may do is for those who endorse."""
    r.u16()
    kind = r.u8()
    must(kind in (1, 2), "kind of a rail")
    must(r.u8() == 1, "version of a rail's committee")
    number, _, scheme, finality = r.u16(), r.u32(), r.u8(), r.u8()
    must(number > 0, "number of a rail")
    must(scheme in (1, 2, 3), "scheme of a rail")
    must(finality in (1, 2) and (kind, finality) != (1, 2), "finality of a rail")
    must(r.u63() < 2**62, "float limit of a rail")
    must(r.u32() > 0, "expiry on a rail")
    keys = r.list(1, lambda: r.raw(96 if scheme == 3 else 32), 4, 31)
    must(len(keys) % 3 == 1 and len(set(keys)) == len(keys), "keys of a rail")
    r.raw(96 if scheme == 3 else 0)
    return number


# --- blocks

Header = namedtuple("Header", "raw network number previous root configuration view")
Block = namedtuple("Block", "header certificate entries")


def block(data):
    def read(r):
        head = header(r)
        certificate = r.list(1, lambda: (r.u8(), r.raw(64)), most=64)
        parties = [party for party, _ in certificate]
        must(parties == sorted(set(parties)), "order of the certificate")
        return Block(head, certificate, r.list(4, r.bytes, 1, 4096))

    return whole(read, data)


def header(r):
    start = r.at
    must(r.u8() == 1, "version of the header")
    fields = r.b32(), r.u63(), r.b32(), r.b32(), r.u32(), r.u32()
    return Header(r.data[start : r.at], *fields)


Bundle = namedtuple("Bundle", "namespace rules epoch transactions approvals signature root")


def bundle(data):
    def read(r):
        version = r.u8()
        must(version in (1, 2), "version of the bundle")
        in_namespace, rules, epoch = r.u16(), r.u16(), r.u32()
        transactions = r.list(2, r.bytes, 1, 512)
        must(all(len(raw) >= 52 for raw in transactions), "a transaction of less than 52 bytes")
        approvals = r.list(2, lambda: (r.u16(), r.u8(), r.raw(64)))
        places = [place for place, _, _ in approvals]
        must(places == sorted(set(places)), "order of approvals")
        must(all(place < len(transactions) for place in places), "approval of nothing")
        signature = r.raw(48 if version == 1 else 64)
        by_place = {place: (auditor, signed) for place, auditor, signed in approvals}
        return Bundle(in_namespace, rules, epoch, transactions, by_place, signature, merkle_root(transactions))

    must(len(data) <= 512 * 1024, "size of the bundle")
    return whole(read, data)


# --- settlement transactions

ISSUE, TRANSFER, REDEEM, CONFIGURATION = 1, 2, 3, 4
DEPOSIT, WITHDRAWAL, RESCUE, OUTCOME = 5, 6, 7, 8  # of instant rails
COUNTING = (DEPOSIT, WITHDRAWAL)  # what adds to counters, in version 2
RAISE, LOWER = 1, 2
SPEND, PUT, OUTPUT, SERIAL = 1, 2, 3, 7
HIDDEN = {4: 1, 5: 2, 6: 3}  # the write's number: the model
ANONYMOUS = 1
UNLINKABLE = 6
TOKEN_SIZES = {1: 56, 2: 96, 3: 96}
OUTPUTS_MOST = 16
CONFIGURATION_KEY = u16(0) + domain_hash("configuration-key", b"")[:30]

Change = namedtuple("Change", "write key version value")  # value None: the key is deleted
Addition = namedtuple("Addition", "tag counter amount bound")
Transaction = namedtuple("Transaction", "kind audited namespace id configuration expiry reads changes adds")


def transaction(data):
    def read(r):
        version, code, flags = r.u8(), r.u8(), r.u8()
        counts = version == 2 and code in COUNTING
        must(version == 1 or counts, "version of the transaction")
        must(code in (ISSUE, TRANSFER, REDEEM, CONFIGURATION, RESCUE, OUTCOME) or counts, "kind")
        must(flags <= 1, "flags")
        in_namespace, number, in_force, expiry = r.u16(), r.b32(), r.u32(), r.u63()
        reads = r.list(1, lambda: (r.b32(), r.u32()), most=33)
        writes = r.list(1, lambda: write(r), 1, 34)
        adds = r.list(1, lambda: Addition(r.u8(), r.b32(), r.u63(), r.u63()), 1, 4) if counts else []
        return Transaction(
            code, flags == 1, in_namespace, number, in_force, expiry, reads, changes(number, reads, writes), adds
        )

    must(len(data) <= 48 * 1024, "size of the transaction")
    found = whole(read, data)
    shape(found)
    return found


def write(r):
    number = r.u8()
    if number == SPEND:
        return number, r.u8(), None
    if number == PUT:
        index, value = r.u8(), r.bytes()
        must(len(value) <= 32 * 1024, "size of a value")
        return number, index, value
    if number == OUTPUT:
        return number, None, r.raw(42)
    if number in HIDDEN:
        return number, None, r.raw(TOKEN_SIZES[HIDDEN[number]])
    must(number == SERIAL, "write")
    return number, None, b""


def changes(transaction_id, reads, writes):
    result, output, serial = [], 0, 0
    for number, index, value in writes:
        if number in (SPEND, PUT):
            must(index < len(reads), "a write without its read")
            key, version = reads[index]
            result.append(Change(number, key, version + 1 if number == PUT else 0, value))
        elif number == SERIAL:
            must(serial < len(reads), "a serial without its read")
            result.append(Change(number, reads[serial][0], 1, value))
            serial += 1
        else:
            if number == OUTPUT:
                name, model, space = "token-key", b"", value[32:34]
            else:
                name, model, space = "hidden-token-key", bytes([HIDDEN[number]]), None
            must(output < OUTPUTS_MOST, "more than sixteen outputs")
            digest = domain_hash(name, transaction_id + bytes([output]) + model + value)
            result.append(Change(number, (space, digest[:30]), 1, value))
            output += 1
    return result


def shape(found):
    """What is malformed although it can be read."""
    space = u16(found.namespace)
    keys = [key for key, _ in found.reads]
    must(len(set(keys)) == len(keys), "a key read twice")
    must(all(key[:2] == space for key in keys), "a key of another namespace")
    for place, change in enumerate(found.changes):
        if isinstance(change.key, tuple):
            must(change.key[0] in (None, space), "a token of another type")
            found.changes[place] = change._replace(key=space + change.key[1])
    written = [c.key for c in found.changes if c.write in (SPEND, PUT, SERIAL)]
    must(not Counter(keys) - Counter(written), "a read that is not written")
    must(not Counter(written) - Counter(keys), "a read written twice")
    versions = dict(found.reads)
    must(all(versions[c.key] > 0 for c in found.changes if c.write == SPEND), "a spend of an absent key")
    must(all(versions[c.key] == 0 for c in found.changes if c.write == SERIAL), "a serial that was there")
    behind = [c.write for c in found.changes[sum(c.write == SERIAL for c in found.changes) :]]
    must(SERIAL not in behind, "a serial behind another write")
    kind(found)
    if found.adds:
        additions(found)
    models(found)
    for change in found.changes:
        if change.write == OUTPUT:
            token_value(change.value[34:])
        elif change.write in HIDDEN:
            hidden_token(HIDDEN[change.write], change.value)


def kind(found):
    count = Counter(c.write for c in found.changes)
    puts, gone = count[PUT], count[SPEND] + count[SERIAL]
    made = count[OUTPUT] + sum(count[n] for n in HIDDEN)
    if found.kind == ISSUE:
        must(puts == 1, "an issue without its record")
        must(gone == 0, "an issue that spends")
        must(made > 0, "an issue that creates nothing")
    elif found.kind == TRANSFER:
        must(puts == 0, "a transfer that records")
        must(gone > 0, "a transfer that spends nothing")
        must(made > 0, "a transfer that creates nothing")
    elif found.kind == REDEEM:
        must(puts == 1, "a redemption without its record")
        must(gone > 0, "a redemption that spends nothing")
    elif found.kind == DEPOSIT and found.adds:
        must(puts == 1, "a deposit without its record")
        must(count[SPEND] > 0, "a deposit that spends nothing")
    elif found.kind == WITHDRAWAL and found.adds:
        must(puts == 1, "a withdrawal without its record")
        must(gone == 0, "a withdrawal that spends")
        must(made > 0, "a withdrawal that creates nothing")
    elif found.kind in (RESCUE, OUTCOME):
        must([c.write for c in found.changes] == [PUT], "a rescue and another write")
        version = found.changes[0].version
        must(version == (1 if found.kind == RESCUE else 2), "a rescue that was there, or an outcome of none")
    must((found.kind == CONFIGURATION) == (found.namespace == 0), "a kind of another namespace")
    if found.kind == CONFIGURATION:
        must([c.write for c in found.changes] == [PUT], "a configuration and another write")
        (key, version), (put,) = found.reads[0], found.changes
        must(key == CONFIGURATION_KEY, "a configuration under another key")
        must(configuration(put.value).version == version + 1, "a configuration that is not the next one")


def additions(found):
    """What adds to counters: deposits raise them, withdrawals lower them, in the clear."""
    must(all(a.tag == (RAISE if found.kind == DEPOSIT else LOWER) for a in found.adds), "an addition of another kind")
    must(all(a.amount > 0 for a in found.adds), "an addition of nothing")
    must(all(a.counter[:2] == u16(found.namespace) for a in found.adds), "a counter of another namespace")
    must(len({a.counter for a in found.adds}) == len(found.adds), "two additions to one counter")
    must(not any(c.write == SERIAL or c.write in HIDDEN for c in found.changes), "a rail of a hidden currency")


def models(found):
    """All tokens of a transaction are in the clear or of one hidden model; serials spend the unlinkable, and only them."""
    made = {c.write for c in found.changes if c.write == OUTPUT or c.write in HIDDEN}
    gone = {c.write for c in found.changes if c.write in (SPEND, SERIAL)}
    must(len(made) <= 1, "outputs of two models")
    must(len(gone) <= 1, "a spend and a serial")
    if SERIAL in gone:
        must(UNLINKABLE in made, "a serial without an unlinkable output")
    if gone == {SPEND}:
        must(UNLINKABLE not in made, "a spend and an unlinkable output")


def token_value(data):
    must(0 < int.from_bytes(data, "big") < 2**63, "value of a token")


def hidden_token(model, value):
    points = value[:48] if model == ANONYMOUS else value
    if model == ANONYMOUS:
        token_value(value[48:])
    for at in range(0, len(points), 48):
        first, x = points[at], int.from_bytes(points[at : at + 48], "big") % 2**381
        must(first & 0x80, "a point that is not compressed")
        must(not first & 0x40, "the identity")
        must(x < FIELD_PRIME, "x of a point beyond the prime")


def supply_record(value):
    def read(r):
        return r.u16(), r.u63()

    return whole(read, value)


# --- what others say of blocks

Statuses = namedtuple(
    "Statuses", "checkpoint_raw network number header_hash status_root state_hash outcomes committer signature"
)


def statuses(data):
    def read(r):
        checkpoint = r.b32(), r.u63(), r.b32(), r.b32(), r.b32()
        raw = r.data[: r.at]
        outcomes = r.list(4, lambda: r.raw(70))
        return Statuses(raw, *checkpoint, outcomes, r.u8(), r.raw(64))

    return whole(read, data)


Supply = namedtuple(
    "Supply", "namespace block issued redeemed outstanding on_rails holds header_hash state_hash payload proof"
)


def supply_event(data):
    """A signed supply proof, or None where the event is of another kind."""

    def read(r):
        must(r.u8() == 1, "version of the event")
        kind = r.u8()
        r.b32()
        r.u63()
        if kind not in (1, 3):
            return None
        in_namespace, start = r.u16(), r.at
        fields = r.u63(), r.u63(), r.u63(), r.u63(), r.u63() if kind == 3 else 0, r.flag(), r.b32(), r.b32()
        must(kind == 1 or fields[4] > 0, "nothing is on rails")
        found = Supply(in_namespace, *fields, r.data[start : r.at], r.raw(64))
        r.u8()
        r.raw(64)
        return found

    reader = Reader(data)
    found = read(reader)
    if found is not None:
        reader.end()
    return found

"""ECDSA over P-256 with SHA-256, verification only (FIPS 186-5, section 6.4.2); s in the lower half of its range."""

import hashlib

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)


def add(p, q):
    if p is None or q is None:
        return q if p is None else p
    if p[0] == q[0] and (p[1] + q[1]) % P == 0:
        return None
    if p == q:
        slope = (3 * p[0] * p[0] - 3) * pow(2 * p[1], -1, P)
    else:
        slope = (q[1] - p[1]) * pow(q[0] - p[0], -1, P)
    x = (slope * slope - p[0] - q[0]) % P
    return (x, (slope * (p[0] - x) - p[1]) % P)


def times(scalar, point):
    result = None
    for bit in bin(scalar)[2:]:
        result = add(result, result)
        if bit == "1":
            result = add(result, point)
    return result


def verify(key, message, signature):
    if len(key) != 33 or key[0] not in (2, 3) or len(signature) != 64:
        return False
    x = int.from_bytes(key[1:], "big")
    y = pow(x**3 - 3 * x + B, (P + 1) // 4, P)
    if x >= P or (y * y - x**3 + 3 * x - B) % P:
        return False
    if y & 1 != key[0] & 1:
        y = P - y
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    if not (0 < r < N and 0 < s <= N // 2):
        return False
    w, e = pow(s, -1, N), int.from_bytes(hashlib.sha256(message).digest(), "big")
    point = add(times(e * w % N, G), times(r * w % N, (x, y)))
    return point is not None and point[0] % N == r

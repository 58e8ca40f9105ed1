"""BLS12-381 as far as a verifier of signatures in G1 needs it: RFC 9380 (hash to G1) and the optimal ate pairing.

Numbers of the field are Python integers, of its square pairs (a, b) = a + b u with u^2 = -1, of the sixth extension of
that lists of six pairs, the coefficients of w^0 .. w^5 with w^6 = 1 + u. Nothing here runs in constant time, and
nothing here knows a secret.
"""

import hashlib
import secrets

from g1_isogeny import A, B, X_DEN, X_NUM, Y_DEN, Y_NUM

P = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
R = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
X = 0xD201000000010000  # the curve's parameter is -X
Z = 11
SUITE = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
G2 = (
    (
        0x024AA2B2F08F0A91260805272DC51051C6E47AD4FA403B02B4510B647AE3D1770BAC0326A805BBEFD48056C8C121BDB8,
        0x13E02B6052719F607DACD3A088274F65596BD0D09920B61AB5DA61BBDC7F5049334CF11213945D57E5AC7D055D042B7E,
    ),
    (
        0x0CE5D527727D6E118CC9CDC6DA2E351AADFD9BAA8CBDD3A76D429A695160D12C923AC9CC3BACA289E193548608B82801,
        0x0606C4A02EA734CC32ACD2B02BC28B99CB3E287E85A763AF267492AB572E99AB3F370D275CEC1DA1AAA9075FF05F79BE,
    ),
)


# --- the square of the field


def add2(a, b):
    return ((a[0] + b[0]) % P, (a[1] + b[1]) % P)


def sub2(a, b):
    return ((a[0] - b[0]) % P, (a[1] - b[1]) % P)


def mul2(a, b):
    return ((a[0] * b[0] - a[1] * b[1]) % P, (a[0] * b[1] + a[1] * b[0]) % P)


def inv2(a):
    n = pow(a[0] * a[0] + a[1] * a[1], -1, P)
    return (a[0] * n % P, -a[1] * n % P)


def sqrt2(a):
    """A root by the complex method, or None."""
    if a[1] == 0:
        root = pow(a[0], (P + 1) // 4, P)
        if root * root % P == a[0]:
            return (root, 0)
        root = pow(-a[0] % P, (P + 1) // 4, P)
        return (0, root) if -root * root % P == a[0] else None
    norm = (a[0] * a[0] + a[1] * a[1]) % P
    n = pow(norm, (P + 1) // 4, P)
    if n * n % P != norm:
        return None
    half = pow(2, -1, P)
    for sign in (n, -n):
        square = (a[0] + sign) * half % P
        x = pow(square, (P + 1) // 4, P)
        if x and x * x % P == square:
            return (x, a[1] * pow(2 * x, -1, P) % P)
    return None


# --- points of G1 in Jacobian coordinates; None is the identity


def double(p):
    if p is None:
        return None
    x, y, z = p
    a = x * x % P
    b = y * y % P
    c = b * b % P
    d = 2 * ((x + b) * (x + b) - a - c) % P
    e = 3 * a % P
    x3 = (e * e - 2 * d) % P
    return (x3, (e * (d - x3) - 8 * c) % P, 2 * y * z % P)


def add(p, q):
    if p is None or q is None:
        return q if p is None else p
    x1, y1, z1 = p
    x2, y2, z2 = q
    z1z1, z2z2 = z1 * z1 % P, z2 * z2 % P
    u1, u2 = x1 * z2z2 % P, x2 * z1z1 % P
    s1, s2 = y1 * z2 * z2z2 % P, y2 * z1 * z1z1 % P
    h, r = (u2 - u1) % P, (s2 - s1) % P
    if h == 0:
        return double(p) if r == 0 else None
    hh = h * h % P
    hhh = h * hh % P
    v = u1 * hh % P
    x3 = (r * r - hhh - 2 * v) % P
    return (x3, (r * (v - x3) - s1 * hhh) % P, z1 * z2 * h % P)


def times(scalar, p):
    result = None
    for bit in bin(scalar)[2:]:
        result = double(result)
        if bit == "1":
            result = add(result, p)
    return result


def affine(p):
    i = pow(p[2], -1, P)
    return (p[0] * i * i % P, p[1] * i * i * i % P)


# --- encodings: compressed, big-endian, flags in the top three bits


def split_flags(data, size):
    if len(data) != size or not data[0] & 0x80:
        raise ValueError("not a compressed point")
    if data[0] & 0x40:
        raise ValueError("the identity")
    return bytes([data[0] & 0x1F]) + data[1:], bool(data[0] & 0x20)


def decode_g1(data):
    body, larger = split_flags(data, 48)
    x = int.from_bytes(body, "big")
    y = pow(x**3 + 4, (P + 1) // 4, P)
    if x >= P or (y * y - x**3 - 4) % P:
        raise ValueError("not on the curve")
    if (y > (P - 1) // 2) != larger:
        y = P - y
    point = (x, y, 1)
    if times(R, point) is not None:
        raise ValueError("not in G1")
    return point


def decode_g2(data):
    """Affine. A group key comes from the certified configuration, so the order of the point is not asked for."""
    body, larger = split_flags(data, 96)
    x = (int.from_bytes(body[48:], "big"), int.from_bytes(body[:48], "big"))
    if max(x) >= P:
        raise ValueError("number out of range")
    y = sqrt2(add2(mul2(mul2(x, x), x), (4, 4)))
    if y is None:
        raise ValueError("not on the curve")
    if (y[1] or y[0]) > (P - 1) // 2:
        return (x, y if larger else (-y[0] % P, -y[1] % P))
    return (x, (-y[0] % P, -y[1] % P) if larger else y)


# --- RFC 9380, suite BLS12381G1_XMD:SHA-256_SSWU_RO_


def expand(message, size, suite):
    suffix = suite + bytes([len(suite)])
    b0 = hashlib.sha256(bytes(64) + message + size.to_bytes(2, "big") + b"\0" + suffix).digest()
    block = hashlib.sha256(b0 + b"\1" + suffix).digest()
    out = block
    for i in range(2, (size + 31) // 32 + 1):
        block = hashlib.sha256(bytes(x ^ y for x, y in zip(b0, block)) + bytes([i]) + suffix).digest()
        out += block
    return out[:size]


def polynomial(coefficients, x):
    result = 0
    for c in reversed(coefficients):
        result = (result * x + c) % P
    return result


def map_to_curve(u):
    """Simplified SWU on the curve that is 11-isogenous, then the isogeny."""
    zu = Z * u * u % P
    d = (zu * zu + zu) % P
    x = -B * pow(A, -1, P) * (1 + pow(d, -1, P)) % P if d else B * pow(Z * A, -1, P) % P
    square = (x**3 + A * x + B) % P
    y = pow(square, (P + 1) // 4, P)
    if y * y % P != square:
        x = zu * x % P
        y = pow(x**3 + A * x + B, (P + 1) // 4, P)
    if y % 2 != u % 2:
        y = -y % P
    return (
        polynomial(X_NUM, x) * pow(polynomial(X_DEN, x), -1, P) % P,
        y * polynomial(Y_NUM, x) * pow(polynomial(Y_DEN, x), -1, P) % P,
        1,
    )


def hash_to_g1(message, suite=SUITE):
    uniform = expand(message, 128, suite)
    u = [int.from_bytes(uniform[i : i + 64], "big") % P for i in (0, 64)]
    return times(X + 1, add(map_to_curve(u[0]), map_to_curve(u[1])))


# --- the pairing


def mul12(a, b):
    low = [(0, 0)] * 11
    for i, x in enumerate(a):
        if x != (0, 0):
            for j, y in enumerate(b):
                low[i + j] = add2(low[i + j], mul2(x, y))
    for i in range(10, 5, -1):  # w^6 = 1 + u
        low[i - 6] = add2(low[i - 6], mul2(low[i], (1, 1)))
    return low[:6]


ONE = [(1, 0)] + [(0, 0)] * 5


def miller(p, q):
    """f of the ate pairing at P in G1 and Q in G2, both affine; lines are scaled by w^3, which the end removes."""
    f, t = ONE, q
    for bit in bin(X)[3:]:
        slope = mul2(mul2((3, 0), mul2(t[0], t[0])), inv2(add2(t[1], t[1])))
        f, t = mul12(mul12(f, f), line(slope, t, p)), chord(slope, t, t)
        if bit == "1":
            slope = mul2(sub2(q[1], t[1]), inv2(sub2(q[0], t[0])))
            f, t = mul12(f, line(slope, t, p)), chord(slope, t, q)
    return f


def chord(slope, t, q):
    x = sub2(sub2(mul2(slope, slope), t[0]), q[0])
    return (x, sub2(mul2(slope, sub2(t[0], x)), t[1]))


def line(slope, t, p):
    zero = (0, 0)
    constant = sub2(mul2(slope, t[0]), t[1])
    return [constant, zero, mul2(slope, (-p[0] % P, 0)), (p[1], 0), zero, zero]


def is_one_in_gt(f):
    result, exponent = ONE, (P**12 - 1) // R
    for bit in bin(exponent)[2:]:
        result = mul12(result, result)
        if bit == "1":
            result = mul12(result, f)
    return result == ONE


def verify_all(key, messages, signatures):
    """True when every signature in G1 is good for its message under one key in G2.

    One equation for all, each multiplied by a random number of 128 bits: a bad one passes with probability 2^-128.
    """
    signed, hashed = None, None
    for message, signature in zip(messages, signatures):
        factor = secrets.randbits(128) | 1
        try:
            signed = add(signed, times(factor, decode_g1(signature)))
        except ValueError:
            return False
        hashed = add(hashed, times(factor, hash_to_g1(message)))
    if signed is None or hashed is None:
        return not messages
    negative = (G2[0], (-G2[1][0] % P, -G2[1][1] % P))
    return is_one_in_gt(mul12(miller(affine(signed), negative), miller(affine(hashed), decode_g2(key))))

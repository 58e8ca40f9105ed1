package io.florin.ledger.rail.signing;

/// The number of authorities, n = 3F + 1. Authorities are numbered 1 to n, as shares of a threshold key are.
public record CommitteeSize(int authorities) {
    public static final int AUTHORITIES_MIN = 4;
    public static final int AUTHORITIES_MAX = 31;

    /// @throws IllegalArgumentException unless it is one of 4, 7, …, 31
    public CommitteeSize {
        if (authorities < AUTHORITIES_MIN || authorities > AUTHORITIES_MAX || authorities % 3 != 1) {
            throw new IllegalArgumentException("a committee has 3F + 1 authorities, 4 to 31, not " + authorities);
        }
    }

    /// F: as many authorities may lie or be silent.
    public int faults() {
        return (authorities - 1) / 3;
    }

    /// 2F + 1: two sets of so many share an honest authority.
    public int quorum() {
        return 2 * faults() + 1;
    }

    /// Whether an authority has this number.
    public boolean has(int authority) {
        return authority >= 1 && authority <= authorities;
    }
}

package io.florin.instant.roots;

/// The windows of one shard of one authority.
///
/// @param authority 1 to n
/// @param shard the authority's own number of it
public record WindowStream(int authority, int shard) implements Comparable<WindowStream> {
    @Override
    public int compareTo(WindowStream other) {
        int first = Integer.compare(authority, other.authority);
        return first != 0 ? first : Integer.compare(shard, other.shard);
    }
}

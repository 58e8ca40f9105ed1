package io.florin.bank.protocol;

/// The followed committer's own word on the configuration in force, which it signs: what the bank followed stands in
/// its database, where others may write.
@FunctionalInterface
public interface SaidConfiguration {

    /// Whether the committer said that a later version than this one came into force with this block or before it.
    boolean isReplaced(long configurationVersion, long byBlock);
}

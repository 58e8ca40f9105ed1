package io.florin.runtime.decisions;

/// What sets one service's log apart from another's: part of what is hashed and signed, so it never changes for a log
/// that exists.
///
/// @param name separates the hashes: entries are hashed under `florin/v1/<name>`, heads under `florin/v1/<name>-head`
/// @param lists whether entries name the version of a list; the table then has the column `list_version`
/// @param lockId of the database's advisory lock that appending takes; one number for each log in a database
public record DecisionFormat(String name, boolean lists, int lockId) {

    public DecisionFormat {
        if (!name.matches("[a-z][a-z-]{1,40}")) {
            throw new IllegalArgumentException("a log's name has small letters and hyphens");
        }
    }
}

/// Accounts of the rail: orders, votes, certificates and their execution (FastPay, paper 004), the core of one shard
/// of an authority. What comes in is an event; what changes the state is a record of the journal; what leaves does so
/// only when the records before it are on the disk.
@NullMarked
package io.florin.instant.account;

import org.jspecify.annotations.NullMarked;

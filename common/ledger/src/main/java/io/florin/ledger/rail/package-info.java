/// Words of the instant rail as canonical bytes: orders, votes, certificates and final payments, and the committee that
/// signs them. Authorities, wallets, banks, endorsers and auditors read the same types; rules of an account are not
/// here.
@NullMarked
package io.florin.ledger.rail;

import org.jspecify.annotations.NullMarked;

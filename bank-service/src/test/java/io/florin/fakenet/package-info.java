/// Everything a bank talks to, in one JVM and over real HTTP: a ledger with the real token rules, registration, the
/// central bank, an issuer of tokens. Outside the bank's own package, so that the bank does not scan it.
@NullMarked
package io.florin.fakenet;

import org.jspecify.annotations.NullMarked;

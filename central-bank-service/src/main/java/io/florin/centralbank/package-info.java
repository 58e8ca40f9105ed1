/// The central bank's node: reserve accounts, supply requests, officers' approvals, issuing and redeeming.
@NullMarked
package io.florin.centralbank;

import org.jspecify.annotations.NullMarked;

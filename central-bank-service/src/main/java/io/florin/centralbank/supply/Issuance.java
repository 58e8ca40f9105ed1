package io.florin.centralbank.supply;

import io.florin.ledger.client.AuditDisclosure;
import io.florin.ledger.client.ClientTransaction;
import java.util.Optional;

/// An issue as it is stored and sent.
///
/// @param disclosure what the auditor needs to sign it, of hidden currencies
record Issuance(ClientTransaction transaction, Optional<AuditDisclosure> disclosure) {}

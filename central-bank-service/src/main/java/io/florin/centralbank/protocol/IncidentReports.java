package io.florin.centralbank.protocol;

import java.util.List;

/// Receiver of incidents. While one is open nothing is issued.
public interface IncidentReports {

    /// Raises it in the caller's transaction, or in one of its own; once while the same is open.
    ///
    /// @param code a fixed word: `reserves-differ-from-supply`
    void raise(String code, String detail);

    boolean issuingStopped();

    /// Codes and details of what is open.
    List<String> open();
}

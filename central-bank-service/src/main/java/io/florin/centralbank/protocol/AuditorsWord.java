package io.florin.centralbank.protocol;

import io.florin.runtime.audit.AuditNews;

/// The auditor's announcements beside the figures here.
public interface AuditorsWord {

    AuditNews news();
}

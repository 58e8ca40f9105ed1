/// The auditor's announcements on `audit.events`, checked, kept and shown by whoever has pages.
@NullMarked
package io.florin.runtime.audit;

import org.jspecify.annotations.NullMarked;

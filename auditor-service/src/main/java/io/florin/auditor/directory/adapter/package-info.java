/// Registration's records from their topic, and from registration itself where one is missing.
@NullMarked
package io.florin.auditor.directory.adapter;

import org.jspecify.annotations.NullMarked;

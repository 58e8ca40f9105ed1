/// The interface for payers and the public, handed on to the features.
@NullMarked
package io.florin.auditor.api.adapter;

import org.jspecify.annotations.NullMarked;

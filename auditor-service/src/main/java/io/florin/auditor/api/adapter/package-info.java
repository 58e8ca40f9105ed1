/// What payers and the public ask of the auditor, handed on to the features.
@NullMarked
package io.florin.auditor.api.adapter;

import org.jspecify.annotations.NullMarked;

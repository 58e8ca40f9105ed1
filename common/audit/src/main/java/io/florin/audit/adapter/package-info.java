/// Ways to committers and ordering parties, for what proves that a transaction is committed.
@NullMarked
package io.florin.audit.adapter;

import org.jspecify.annotations.NullMarked;

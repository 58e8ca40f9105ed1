/// Committers' statuses from their topic, and from committers themselves where the topic is silent.
@NullMarked
package io.florin.auditor.status.adapter;

import org.jspecify.annotations.NullMarked;

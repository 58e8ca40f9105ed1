/// The wallet's connections: endorsers, committers and the auditor over HTTP.
@NullMarked
package io.florin.wallet.submit.adapter;

import org.jspecify.annotations.NullMarked;

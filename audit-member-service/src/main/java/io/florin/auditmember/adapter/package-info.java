/// The member's ways to committers, parties, endorsers and its database, its people's interface and the auditor's.
@NullMarked
package io.florin.auditmember.adapter;

import org.jspecify.annotations.NullMarked;

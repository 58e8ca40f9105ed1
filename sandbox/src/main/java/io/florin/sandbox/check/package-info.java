/// The demo's acceptance checks: what the platform promises, looked at from outside; and the sabotages that show that
/// each check can fail.
@NullMarked
package io.florin.sandbox.check;

import org.jspecify.annotations.NullMarked;

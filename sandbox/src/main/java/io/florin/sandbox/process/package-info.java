/// Processes that outlive this JVM: started in their own session, known by pid files, stopped gracefully and then by
/// pid.
@NullMarked
package io.florin.sandbox.process;

import org.jspecify.annotations.NullMarked;

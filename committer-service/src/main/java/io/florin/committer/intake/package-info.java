/// Takes blocks from the ordering parties: checks each one and leaves a source that withholds or lies.
@NullMarked
package io.florin.committer.intake;

import org.jspecify.annotations.NullMarked;

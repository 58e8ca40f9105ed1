/// Files that survive a crash: records appended and forced to disk, directories whose entries are.
@NullMarked
package io.florin.runtime.disk;

import org.jspecify.annotations.NullMarked;

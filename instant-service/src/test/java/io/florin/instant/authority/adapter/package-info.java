/// Authorities on real and on failing disks.
@NullMarked
package io.florin.instant.authority.adapter;

import org.jspecify.annotations.NullMarked;

/// ECDSA over P-256: strict verification, and signing by 2t + 1 parties of whom t may lie (eprint 2020/501).
@NullMarked
package io.florin.crypto.ecdsa;

import org.jspecify.annotations.NullMarked;

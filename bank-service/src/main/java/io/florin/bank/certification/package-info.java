/// Makes the bank's tokens of the unlinkable model spendable: fetches the certifiers' shares and combines them.
@NullMarked
package io.florin.bank.certification;

import org.jspecify.annotations.NullMarked;

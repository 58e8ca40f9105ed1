/// Access: bearer tokens for the API, OpenID Connect for pages, one list of rules, all else denied.
@NullMarked
package io.florin.runtime.security;

import org.jspecify.annotations.NullMarked;

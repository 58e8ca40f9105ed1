/// The OpenID Connect issuer of the sandbox: demo people, pages' clients and banks' machine clients, and tokens that
/// carry
/// roles. A deployment replaces it by its own issuer through configuration.
@NullMarked
package io.florin.sandbox.oidc;

import org.jspecify.annotations.NullMarked;

package io.florin.runtime.internal;

import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/// Gives the calling [Peer] to a controller's method that has one as a parameter.
final class PeerArgument implements HandlerMethodArgumentResolver {

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == Peer.class;
    }

    @Override
    public Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        Object peer = request.getAttribute(PeerFilter.PEER_ATTRIBUTE, RequestAttributes.SCOPE_REQUEST);
        if (peer == null) {
            throw new IllegalStateException("a peer is known on the internal port only");
        }
        return peer;
    }
}

package io.florin.runtime.internal;

import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/// Lets a peer call an internal endpoint only if [AllowPeers] names its role.
final class AllowPeersInterceptor implements HandlerInterceptor {

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (!(handler instanceof HandlerMethod method)) {
            throw new ProblemException(ProblemCode.NOT_FOUND, "There is nothing under this path.");
        }
        AllowPeers allowed = allowed(method);
        if (!(request.getAttribute(PeerFilter.PEER_ATTRIBUTE) instanceof Peer peer)
                || allowed == null
                || !Arrays.asList(allowed.value()).contains(peer.role().label())) {
            throw new ProblemException(ProblemCode.FORBIDDEN, "This endpoint is not for the caller's role.");
        }
        return true;
    }

    private static @Nullable AllowPeers allowed(HandlerMethod method) {
        AllowPeers onMethod = AnnotatedElementUtils.findMergedAnnotation(method.getMethod(), AllowPeers.class);
        return onMethod == null
                ? AnnotatedElementUtils.findMergedAnnotation(method.getBeanType(), AllowPeers.class)
                : onMethod;
    }
}

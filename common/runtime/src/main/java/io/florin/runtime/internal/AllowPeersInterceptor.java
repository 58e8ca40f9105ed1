package io.florin.runtime.internal;

import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/// Lets a peer call an internal endpoint only if [AllowPeers] names its role.
final class AllowPeersInterceptor implements HandlerInterceptor {

    /// Searching annotations up all interfaces takes longer than many an answer.
    private final Map<Endpoint, Set<String>> known = new ConcurrentHashMap<>();

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (!(handler instanceof HandlerMethod method)) {
            throw new ProblemException(ProblemCode.NOT_FOUND, "There is nothing under this path.");
        }
        Set<String> roles = roles(method);
        if (!(request.getAttribute(PeerFilter.PEER_ATTRIBUTE) instanceof Peer peer)
                || !roles.contains(peer.role().label())) {
            throw new ProblemException(ProblemCode.FORBIDDEN, "This endpoint is not for the caller's role.");
        }
        return true;
    }

    /// One method may be two controllers', which name others.
    private record Endpoint(Class<?> controller, Method method) {}

    /// None where nobody is named.
    private Set<String> roles(HandlerMethod method) {
        Endpoint endpoint = new Endpoint(method.getBeanType(), method.getMethod());
        Set<String> found = known.get(endpoint);
        return found == null ? known.computeIfAbsent(endpoint, _ -> found(method)) : found;
    }

    private static Set<String> found(HandlerMethod method) {
        AllowPeers onMethod = AnnotatedElementUtils.findMergedAnnotation(method.getMethod(), AllowPeers.class);
        AllowPeers allowed = onMethod == null
                ? AnnotatedElementUtils.findMergedAnnotation(method.getBeanType(), AllowPeers.class)
                : onMethod;
        return allowed == null ? Set.of() : Set.of(allowed.value());
    }
}

package io.florin.runtime.http;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.beans.PropertyDescriptor;
import java.lang.reflect.Method;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.springframework.beans.BeanUtils;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/// Refuses parameters in a query that the called method does not have: whoever misspells a filter would otherwise take
/// the answer for what was asked. Names what is unknown and what is known. Looks at controllers' methods only, so
/// static files, sign-in and its callbacks, and the actuator keep parameters of their own; what stands in a form is the
/// business of its binding.
final class QueryParameters implements HandlerInterceptor {
    /// Added by the sign-in to the page that was asked for before it.
    private static final String AFTER_SIGN_IN = "continue";

    private static final int NAMED_MAX = 10;
    private static final int NAME_MAX = 60;

    private final Map<Method, Set<String>> known = new ConcurrentHashMap<>();
    private final DefaultParameterNameDiscoverer names = new DefaultParameterNameDiscoverer();

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        String query = request.getQueryString();
        if (query == null
                || query.isEmpty()
                || request.getDispatcherType() != DispatcherType.REQUEST
                || !(handler instanceof HandlerMethod method)) {
            return true;
        }
        Set<String> expected = known.computeIfAbsent(method.getMethod(), _ -> parametersOf(method));
        List<FieldError> unknown = Arrays.stream(query.split("&"))
                .filter(part -> !part.isEmpty())
                .map(QueryParameters::nameOf)
                .filter(name -> !expected.contains(name))
                .distinct()
                .limit(NAMED_MAX)
                .map(name -> new FieldError(shown(name), "no parameter of this call; it has: " + list(expected)))
                .toList();
        if (!unknown.isEmpty()) {
            throw new ProblemException(
                    ProblemCode.INVALID_REQUEST.status(),
                    ProblemCode.INVALID_REQUEST.code(),
                    ProblemCode.INVALID_REQUEST.title(),
                    "The query has parameters that this call does not have; see errors.",
                    Map.of("errors", unknown));
        }
        return true;
    }

    private static String list(Set<String> names) {
        return names.isEmpty() ? "none" : String.join(", ", names);
    }

    private static String nameOf(String part) {
        int end = part.indexOf('=');
        String name = end < 0 ? part : part.substring(0, end);
        try {
            return URLDecoder.decode(name, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return name;
        }
    }

    private static String shown(String name) {
        return name.codePoints()
                .limit(NAME_MAX)
                .map(point -> Character.isISOControl(point) ? '?' : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private Set<String> parametersOf(HandlerMethod method) {
        Set<String> found = new TreeSet<>();
        for (MethodParameter parameter : method.getMethodParameters()) {
            parameter.initParameterNameDiscovery(names);
            namesOf(parameter).forEach(found::add);
        }
        boolean page = !AnnotatedElementUtils.hasAnnotation(method.getBeanType(), ResponseBody.class)
                && !method.hasMethodAnnotation(ResponseBody.class);
        if (page) {
            found.add(AFTER_SIGN_IN);
        }
        return found;
    }

    private static Stream<String> namesOf(MethodParameter parameter) {
        RequestParam named = parameter.getParameterAnnotation(RequestParam.class);
        if (named != null) {
            return Stream.of(named.name().isEmpty() ? String.valueOf(parameter.getParameterName()) : named.name());
        }
        Class<?> type = parameter.getParameterType();
        if (parameter.hasParameterAnnotation(ModelAttribute.class)) {
            return type.isRecord()
                    ? Arrays.stream(type.getRecordComponents()).map(component -> component.getName())
                    : Arrays.stream(BeanUtils.getPropertyDescriptors(type)).map(PropertyDescriptor::getName);
        }
        boolean bare = parameter.getParameterAnnotations().length == 0 && BeanUtils.isSimpleProperty(type);
        return bare ? Stream.of(String.valueOf(parameter.getParameterName())) : Stream.empty();
    }
}

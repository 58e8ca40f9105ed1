package io.florin.runtime.http;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.springframework.beans.BeanUtils;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.bind.annotation.ValueConstants;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/// Refuses what a query has beside what the called method takes, since whoever misspells a filter would otherwise take
/// the answer for what was asked: parameters that the method does not have, naming what is known; and, of calls that
/// are no pages, one that is given twice though one is wanted, and one without a value where that would count as not
/// given. Looks at controllers' methods only, so static files, sign-in and its callbacks, and the actuator keep
/// parameters of their own; what stands in a form is the business of its binding.
final class QueryParameters implements HandlerInterceptor {
    /// Added by the sign-in to the page that was asked for before it.
    private static final String AFTER_SIGN_IN = "continue";

    private static final int NAMED_MAX = 10;
    private static final int NAME_MAX = 60;

    private final Map<Method, Known> known = new ConcurrentHashMap<>();
    private final DefaultParameterNameDiscoverer names = new DefaultParameterNameDiscoverer();

    /// Parameters of a method. A page leaves fields of its filters empty.
    private record Known(boolean page, Map<String, Expected> parameters) {}

    /// @param once whether one value is taken
    /// @param text whether an empty value is one
    private record Expected(String name, boolean once, boolean text) {

        static Expected of(String name, Class<?> type, boolean withDefault) {
            boolean many =
                    type.isArray() || Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
            boolean text = many || (CharSequence.class.isAssignableFrom(type) && !withDefault);
            return new Expected(name, !many, text);
        }

        Optional<String> complaint(List<String> values) {
            if (once && values.size() > 1) {
                return Optional.of("is given " + values.size() + " times");
            }
            return !text && values.stream().anyMatch(String::isBlank) ? Optional.of("has no value") : Optional.empty();
        }
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        String query = request.getQueryString();
        if (query == null
                || query.isEmpty()
                || request.getDispatcherType() != DispatcherType.REQUEST
                || !(handler instanceof HandlerMethod method)) {
            return true;
        }
        Known expected = known.computeIfAbsent(method.getMethod(), _ -> knownOf(method));
        Map<String, List<String>> given = given(query);
        refuse("The query has parameters that this call does not have; see errors.", unknown(given, expected));
        if (!expected.page()) {
            refuse("The query has parameters that cannot be taken as they are; see errors.", wrong(given, expected));
        }
        return true;
    }

    private static List<FieldError> unknown(Map<String, List<String>> given, Known expected) {
        return given.keySet().stream()
                .filter(name -> !expected.parameters().containsKey(name))
                .limit(NAMED_MAX)
                .map(name -> new FieldError(
                        shown(name),
                        "no parameter of this call; it has: "
                                + list(expected.parameters().keySet())))
                .toList();
    }

    private static List<FieldError> wrong(Map<String, List<String>> given, Known expected) {
        return expected.parameters().values().stream()
                .flatMap(parameter -> parameter.complaint(given.getOrDefault(parameter.name(), List.of())).stream()
                        .map(complaint -> new FieldError(parameter.name(), complaint)))
                .toList();
    }

    private static void refuse(String detail, List<FieldError> errors) {
        if (!errors.isEmpty()) {
            throw new ProblemException(
                    ProblemCode.INVALID_REQUEST.status(),
                    ProblemCode.INVALID_REQUEST.code(),
                    ProblemCode.INVALID_REQUEST.title(),
                    detail,
                    Map.of("errors", errors));
        }
    }

    private static String list(Set<String> names) {
        return names.isEmpty() ? "none" : String.join(", ", names);
    }

    private static Map<String, List<String>> given(String query) {
        Map<String, List<String>> given = new LinkedHashMap<>();
        for (String part : query.split("&")) {
            if (!part.isEmpty()) {
                int end = part.indexOf('=');
                String name = decoded(end < 0 ? part : part.substring(0, end));
                given.computeIfAbsent(name, _ -> new ArrayList<>())
                        .add(end < 0 ? "" : decoded(part.substring(end + 1)));
            }
        }
        return given;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return text;
        }
    }

    private static String shown(String name) {
        return name.codePoints()
                .limit(NAME_MAX)
                .map(point -> Character.isISOControl(point) ? '?' : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private Known knownOf(HandlerMethod method) {
        Map<String, Expected> found = new TreeMap<>();
        for (MethodParameter parameter : method.getMethodParameters()) {
            parameter.initParameterNameDiscovery(names);
            expectedOf(parameter).forEach(expected -> found.put(expected.name(), expected));
        }
        boolean page = !AnnotatedElementUtils.hasAnnotation(method.getBeanType(), ResponseBody.class)
                && !method.hasMethodAnnotation(ResponseBody.class);
        if (page) {
            found.put(AFTER_SIGN_IN, Expected.of(AFTER_SIGN_IN, String.class, false));
        }
        return new Known(page, found);
    }

    private static Stream<Expected> expectedOf(MethodParameter parameter) {
        Class<?> type = parameter.getParameterType();
        RequestParam named = parameter.getParameterAnnotation(RequestParam.class);
        if (named != null) {
            String name = named.name().isEmpty() ? String.valueOf(parameter.getParameterName()) : named.name();
            boolean withDefault = !named.defaultValue().equals(ValueConstants.DEFAULT_NONE)
                    && !named.defaultValue().isEmpty();
            return Stream.of(Expected.of(name, type, withDefault));
        }
        if (parameter.hasParameterAnnotation(ModelAttribute.class)) {
            return type.isRecord()
                    ? Arrays.stream(type.getRecordComponents())
                            .map(component -> Expected.of(component.getName(), component.getType(), false))
                    : Arrays.stream(BeanUtils.getPropertyDescriptors(type))
                            .map(property -> Expected.of(property.getName(), property.getPropertyType(), false));
        }
        boolean bare = parameter.getParameterAnnotations().length == 0 && BeanUtils.isSimpleProperty(type);
        return bare
                ? Stream.of(Expected.of(String.valueOf(parameter.getParameterName()), type, false))
                : Stream.empty();
    }
}

package io.florin.runtime.http;

import io.florin.runtime.observability.TraceContext;
import java.net.URI;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;
import tools.jackson.databind.json.JsonMapper;

/// Common parts of all calls to other services: JSON by the service's own mapper, the trace id passed on, and a bound
/// on how much of an answer is read.
public final class OutboundCalls {

    private OutboundCalls() {}

    /// A client for one base address over a transport whose time limits the caller has set.
    ///
    /// The JDK's client completes each answer in the JVM's common pool, which on two cores has one thread. Whatever
    /// waits there (a parallel stream, a future without an executor) delays the answers of all calls of the process.
    public static RestClient client(URI base, ClientHttpRequestFactory transport, JsonMapper json) {
        RestClient.Builder client = RestClient.builder()
                .baseUrl(base)
                .requestFactory(transport)
                .configureMessageConverters(converters ->
                        converters.registerDefaults().withJsonConverter(new JacksonJsonHttpMessageConverter(json)));
        if (transport instanceof WholeAnswers) {
            // does both by itself; each interceptor has the question copied
            return client.build();
        }
        return client.requestInterceptor((request, body, execution) -> {
                    TraceContext callee = TraceContext.currentOrNew().child();
                    request.getHeaders().set(TraceContext.HEADER, callee.traceparent());
                    return execution.execute(request, body);
                })
                .requestInterceptor(new AnswerBound(AnswerBound.DEFAULT_BYTES))
                .build();
    }

    /// An interface of `@HttpExchange` methods over a client; its answers are bounded as its [AnswerMax] says.
    public static <T> T proxy(Class<T> contract, RestClient client) {
        AnswerMax max = contract.getAnnotation(AnswerMax.class);
        RestClient bounded = max == null
                ? client
                : client.mutate()
                        .requestInterceptor(new AnswerBound(max.bytes()))
                        .build();
        return HttpServiceProxyFactory.builderFor(RestClientAdapter.create(bounded))
                .build()
                .createClient(contract);
    }

    /// A word for logs and health about why a call failed. Where the other side was not reached it is the class of what
    /// stopped the call, because `ResourceAccessException` says neither whether the connection came too late, was
    /// refused, or led to a certificate that is not the expected one. Never a message, which the other side may have
    /// written.
    public static String reason(Throwable failure) {
        Throwable told = failure;
        if (told instanceof ResourceAccessException && told.getCause() != null) {
            told = told.getCause();
        }
        return told.getClass().getSimpleName();
    }
}

package io.florin.wallet.submit.adapter;

import io.florin.runtime.http.AnswerBound;
import io.florin.runtime.http.SignedAnswerCheck;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

/// Clients of public HTTP contracts, both timeouts and the longest answer set.
public final class HttpApis {

    private final HttpClient http;
    private final Duration readTimeout;

    public HttpApis(Duration connectTimeout, Duration readTimeout) {
        this.http = HttpClient.newBuilder().connectTimeout(connectTimeout).build();
        this.readTimeout = readTimeout;
    }

    /// @param api an interface of `io.florin.runtime.api`
    public <T> T client(Class<T> api, URI base) {
        return client(api, base, List.of());
    }

    /// The same for a committer, whose answers count only if it signed them.
    public <T> T client(Class<T> api, URI base, SignedAnswerCheck check) {
        return client(api, base, List.of(check));
    }

    private <T> T client(Class<T> api, URI base, List<ClientHttpRequestInterceptor> checks) {
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(http);
        requests.setReadTimeout(readTimeout);
        RestClient rest = RestClient.builder()
                .baseUrl(base.toString())
                .requestFactory(requests)
                .requestInterceptors(interceptors -> interceptors.addAll(checks))
                .requestInterceptor(new AnswerBound(AnswerBound.DEFAULT_BYTES))
                .build();
        return HttpServiceProxyFactory.builderFor(RestClientAdapter.create(rest))
                .build()
                .createClient(api);
    }
}

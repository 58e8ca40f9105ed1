package io.florin.runtime.console;

import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/// Answer of an interface that gives a list page by page: the rows in the body, and in the header `Link` the address of
/// the next page, so that callers who took the whole list before it had pages go on as they are.
public final class NextLink {
    /// Rows of an interface's page at most, and unless the caller asks for fewer.
    public static final int PAGE_MAX = 500;

    private NextLink() {}

    /// @param page read with the `cursor` of the request under way, whose other parameters its link repeats
    /// @return 200, with `</v1/…?cursor=…>; rel="next"` unless the page is the last
    public static <T> ResponseEntity<List<T>> answer(ListPage<T> page) {
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok();
        if (!page.after().isEmpty()) {
            String next = ServletUriComponentsBuilder.fromCurrentRequest()
                    .scheme(null)
                    .host(null)
                    .port(null)
                    .replaceQueryParam("cursor", page.after())
                    .build()
                    .toUriString();
            answer.header(HttpHeaders.LINK, "<" + next + ">; rel=\"next\"");
        }
        return answer.body(page.rows());
    }
}

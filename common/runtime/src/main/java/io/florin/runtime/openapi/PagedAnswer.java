package io.florin.runtime.openapi;

import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.http.HttpHeaders;

/// Describes the answer of an operation that gives a list page by page, see [io.florin.runtime.console.NextLink].
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ApiResponse(
        responseCode = "200",
        description = "A page of the list; the header `Link` has the address of the next one",
        useReturnTypeSchema = true,
        headers =
                @Header(
                        name = HttpHeaders.LINK,
                        description = "`<address>; rel=\"next\"`, missing on the last page",
                        schema = @Schema(type = "string")))
public @interface PagedAnswer {}

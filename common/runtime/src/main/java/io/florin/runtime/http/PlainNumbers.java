package io.florin.runtime.http;

import java.beans.PropertyEditorSupport;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.InitBinder;

/// Numbers in addresses and forms as descriptions say them: digits, perhaps after a minus. Spring would also take
/// `0x1f` and `1 2`, and a wallet that was not meant; where a converter refuses them it asks its own editors, so these
/// stand in their place.
@ControllerAdvice
public final class PlainNumbers {
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,19}");

    @InitBinder
    void replaceEditors(WebDataBinder binder) {
        binder.registerCustomEditor(long.class, new Editor(Long::valueOf));
        binder.registerCustomEditor(Long.class, new Editor(Long::valueOf));
        binder.registerCustomEditor(int.class, new Editor(Integer::valueOf));
        binder.registerCustomEditor(Integer.class, new Editor(Integer::valueOf));
    }

    private static final class Editor extends PropertyEditorSupport {
        private final Function<String, Number> reading;

        Editor(Function<String, Number> reading) {
            this.reading = reading;
        }

        @Override
        public String getAsText() {
            return getValue() == null ? "" : getValue().toString();
        }

        /// A field of a page that was left empty is no number.
        @Override
        public void setAsText(@Nullable String text) {
            if (text == null || text.isEmpty()) {
                setValue(null);
            } else if (NUMBER.matcher(text).matches()) {
                setValue(reading.apply(text));
            } else {
                throw new NumberFormatException("not of digits");
            }
        }
    }
}

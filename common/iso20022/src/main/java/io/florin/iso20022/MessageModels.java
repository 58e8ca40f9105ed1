package io.florin.iso20022;

import com.prowidesoftware.swift.model.mx.dic.BusinessApplicationHeaderV01Impl;
import com.prowidesoftware.swift.model.mx.dic.BusinessApplicationHeaderV02Impl;
import com.prowidesoftware.swift.model.mx.dic.BusinessApplicationHeaderV03Impl;
import com.prowidesoftware.swift.model.mx.dic.BusinessApplicationHeaderV04Impl;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.XmlValue;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The structure of the supported messages, read off the annotations of Prowide's model classes: order, cardinality,
/// choices and code lists from there, the rest from [Facets]. Types are derived when first needed and kept; one
/// instance serves all threads.
///
/// A primitive `boolean` is required as JAXB has it; a class called `…Choice` holds exactly one of its elements.
public final class MessageModels {
    private static final String PROWIDE = "com.prowidesoftware.swift.model.mx";
    private static final String HEADER_PREFIX = MessageDefinition.NAMESPACE_PREFIX + "head.001.001.";
    private static final Map<String, Class<?>> HEADERS = Map.of(
            HEADER_PREFIX + "01", BusinessApplicationHeaderV01Impl.class,
            HEADER_PREFIX + "02", BusinessApplicationHeaderV02Impl.class,
            HEADER_PREFIX + "03", BusinessApplicationHeaderV03Impl.class,
            HEADER_PREFIX + "04", BusinessApplicationHeaderV04Impl.class);

    private final Facets facets = Facets.load();
    private final Map<String, MessageDefinition> definitions = new LinkedHashMap<>();
    private final Map<Class<?>, ComplexType> types = new ConcurrentHashMap<>();

    public MessageModels() {
        support(MessageType.PAIN_001, 2, 12);
        support(MessageType.PAIN_002, 2, 14);
        support(MessageType.PACS_008, 1, 13);
        support(MessageType.PACS_002, 2, 15);
        support(MessageType.CAMT_053, 1, 12);
        support(MessageType.CAMT_054, 8, 8);
    }

    private void support(MessageType type, int from, int to) {
        for (int version = from; version <= to; version++) {
            MessageDefinition definition = new MessageDefinition(type, version);
            definitions.put(definition.namespace(), definition);
        }
    }

    /// Every supported message and version.
    public Collection<MessageDefinition> supported() {
        return List.copyOf(definitions.values());
    }

    Optional<MessageDefinition> definitionOf(String namespace) {
        return Optional.ofNullable(definitions.get(namespace));
    }

    /// The type of the `Document` element.
    ComplexType documentType(MessageDefinition definition) {
        String family = definition.type().code().replace(".", "");
        String name = String.format(
                Locale.ROOT,
                "%s.Mx%s%s001%02d",
                PROWIDE,
                family.substring(0, 1).toUpperCase(Locale.ROOT),
                family.substring(1),
                definition.version());
        try {
            return typeOf(Class.forName(name));
        } catch (ClassNotFoundException missing) {
            throw new IllegalStateException("no model of " + definition.id(), missing);
        }
    }

    /// The type of a business application header in this namespace. The header of a related message (`Rltd`) is not
    /// looked into: nothing here acts on it, and senders are known to abridge it.
    Optional<ComplexType> headerType(String namespace) {
        return Optional.ofNullable(HEADERS.get(namespace))
                .map(this::typeOf)
                .map(type -> type.withoutLookingInto("Rltd"));
    }

    ComplexType typeOf(Class<?> model) {
        return types.computeIfAbsent(model, this::derive);
    }

    private ComplexType derive(Class<?> model) {
        String owner = model.getSimpleName();
        Map<String, Field> fields = new LinkedHashMap<>();
        for (Field field : model.getDeclaredFields()) {
            fields.put(field.getName(), field);
        }
        List<ComplexType.Particle> particles = new ArrayList<>();
        for (String property : model.getAnnotation(XmlType.class).propOrder()) {
            Field field = fields.get(property);
            if (field != null && !field.isAnnotationPresent(XmlValue.class)) {
                particles.add(particle(owner, field));
            }
        }
        Map<String, ComplexType.Attribute> attributes = new LinkedHashMap<>();
        Optional<SimpleType> text = Optional.empty();
        for (Field field : fields.values()) {
            XmlAttribute attribute = field.getAnnotation(XmlAttribute.class);
            if (attribute != null) {
                attributes.put(
                        attribute.name(),
                        new ComplexType.Attribute(
                                simple(owner, "@" + attribute.name(), field, field.getType()), attribute.required()));
            } else if (field.isAnnotationPresent(XmlValue.class)) {
                text = Optional.of(simple(owner, "#value", field, field.getType()));
            }
        }
        boolean choice = owner.replaceAll("[0-9]+$", "").endsWith("Choice");
        return new ComplexType(
                owner, choice, List.copyOf(particles), Map.copyOf(attributes), text, facets.choiceIn(owner));
    }

    private ComplexType.Particle particle(String owner, Field field) {
        if (field.isAnnotationPresent(XmlAnyElement.class)) {
            return new ComplexType.Particle("*", new ComplexType.Content.Anything(), true, 1);
        }
        XmlElement element = field.getAnnotation(XmlElement.class);
        boolean list = field.getType() == List.class;
        Class<?> type = list
                ? (Class<?>) ((ParameterizedType) field.getGenericType()).getActualTypeArguments()[0]
                : field.getType();
        ComplexType.Content content = type.getName().startsWith(PROWIDE) && !type.isEnum()
                ? new ComplexType.Content.Elements(type)
                : new ComplexType.Content.Value(simple(owner, element.name(), field, type));
        return new ComplexType.Particle(
                element.name(),
                content,
                element.required() || type == boolean.class,
                list ? facets.listMaximum(owner, element.name()) : 1);
    }

    private SimpleType simple(String owner, String element, Field field, Class<?> type) {
        if (type.isEnum()) {
            return new SimpleType.Codes(codes(type));
        }
        if (type == boolean.class || type == Boolean.class) {
            return new SimpleType.Indicator();
        }
        XmlSchemaType schemaType = field.getAnnotation(XmlSchemaType.class);
        if (schemaType != null) {
            switch (schemaType.name()) {
                case "date":
                    return new SimpleType.Calendar(SimpleType.Calendar.Form.DATE);
                case "dateTime":
                    return new SimpleType.Calendar(SimpleType.Calendar.Form.DATE_TIME);
                case "time":
                    return new SimpleType.Calendar(SimpleType.Calendar.Form.TIME);
                case "gYear":
                    return new SimpleType.Calendar(SimpleType.Calendar.Form.YEAR);
                case "gYearMonth":
                    return new SimpleType.Calendar(SimpleType.Calendar.Form.YEAR_MONTH);
                default:
                    break;
            }
        }
        return facets.typeOf(owner, element)
                .orElseThrow(() -> new IllegalStateException("no facets for " + owner + "/" + element));
    }

    private static Set<String> codes(Class<?> type) {
        Set<String> codes = new LinkedHashSet<>();
        for (Field field : type.getFields()) {
            if (field.isEnumConstant()) {
                XmlEnumValue value = field.getAnnotation(XmlEnumValue.class);
                codes.add(value == null ? field.getName() : value.value());
            }
        }
        return codes;
    }
}
